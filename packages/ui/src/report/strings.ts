import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const reportStrings = sentences({
  title: msg`Report a problem`,
  about: msg`This report helps with troubleshooting. It contains no memos, files or passwords. Review and edit it; nothing is sent automatically.`,
  text: msg`Report`,
  copy: msg`Copy`,
  save: msg({ message: "Save…", context: "a report" }),
  refresh: msg`Refresh`,
  showLogs: msg`Show logs`,
  gathering: msg`Collecting data…`,
});
