import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** What is said of having a recording written down. */
export const transcriptStrings = sentences({
  transcribe: (filename: string) => msg`Transcribe ${filename}`,
  transcribePlain: msg`Transcribe`,
  running: msg`Transcribing…`,
  stop: (filename: string) => msg`Stop transcribing ${filename}`,
  written: (filename: string) => msg`The words of ${filename} are in the memo now`,
  tooLong: (filename: string, count: number) =>
    msg`The words of ${filename} are more than a memo can be edited with: the first ${plural(count, { other: "# characters" })} are in it.`,
  copyRest: msg`Copy the rest`,
  silence: (filename: string) => msg`Nothing is said in ${filename}.`,
  noMemo: msg`The recording is on no memo any more, so its words were not written anywhere.`,
});

/** Why there are no words, by the reason. */
export const refusalStrings = sentences({
  waits: msg`The recording is not on the server yet. Try again when everything is synced.`,
  offline: msg`The server cannot be reached now. Try again when you are online.`,
  none: msg`The server has no service that transcribes any more.`,
  "too-large": msg`The recording is too large to be transcribed: it may have 25 MB.`,
  unreadable: msg`The service that transcribes cannot read this recording.`,
  busy: msg`Too much was asked of the server. Try again in a minute.`,
  failed: msg`The service that transcribes did not answer. Try again.`,
});
