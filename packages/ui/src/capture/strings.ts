import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const captureStrings = sentences({
  title: msg`Quick capture`,
  hide: msg({ message: "Hide", context: "the capture window" }),
  openInMain: msg`Open in the main window`,
  pasteLink: (host: string) => msg`Paste the link to ${host}?`,
  keys: msg`Ctrl+Enter saves · Ctrl+O opens in the main window · Esc keeps it as a draft`,
  tooLarge: (name: string) => msg`${name} is larger than a memo may be. Attach it to one instead.`,
  notText: (name: string) => msg`${name} is no text in UTF-8. Attach it to a memo instead.`,
  unreadable: (name: string) => msg`${name} cannot be read.`,
});
