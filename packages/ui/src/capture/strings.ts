import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const captureStrings = sentences({
  title: msg`Quick capture`,
  hide: msg({ message: "Hide", context: "the capture window" }),
  openInMain: msg`Open in main window`,
  pasteLink: (host: string) => msg`Paste the link to ${host}?`,
  keys: msg`Ctrl+Enter to save · Ctrl+O to open in main window · Esc to keep as draft`,
  tooLarge: (name: string) => msg`${name} is too large for a memo. Attach it instead.`,
  notText: (name: string) => msg`${name} isn’t a UTF-8 text file. Attach it to a memo instead.`,
  unreadable: (name: string) => msg`Couldn’t read ${name}.`,
});
