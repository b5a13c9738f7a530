import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const reportStrings = sentences({
  title: msg`Report a problem`,
  about: msg`This is what helps whoever looks for a fault. It holds no word of any memo, no file and no password. Read it, and take out what you like: it goes nowhere by itself.`,
  text: msg`The report`,
  copy: msg`Copy`,
  save: msg({ message: "Save…", context: "a report" }),
  refresh: msg`Refresh`,
  showLogs: msg`Show logs`,
  gathering: msg`Gathering…`,
});
