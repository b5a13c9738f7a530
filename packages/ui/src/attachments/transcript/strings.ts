import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** Messages about transcribing a recording. */
export const transcriptStrings = sentences({
  transcribe: (filename: string) => msg`Transcribe ${filename}`,
  transcribePlain: msg`Transcribe`,
  running: msg`Transcribing…`,
  stop: (filename: string) => msg`Stop transcribing ${filename}`,
  written: (filename: string) => msg`Transcript of ${filename} added to the memo`,
  tooLong: (filename: string, count: number) =>
    msg`The transcript of ${filename} is too long for one memo. The first ${plural(count, { other: "# characters" })} were added.`,
  copyRest: msg`Copy the rest`,
  silence: (filename: string) => msg`No speech found in ${filename}.`,
  noMemo: msg`The recording is no longer attached to a memo, so its transcript wasn’t saved.`,
});

/** Explanations of a failed transcription, by reason. */
export const refusalStrings = sentences({
  waits: msg`The recording isn’t on the server yet. Try again after syncing.`,
  offline: msg`Can’t reach the server. Try again when you’re online.`,
  none: msg`Transcription is no longer set up on this server.`,
  "too-large": msg`The recording is too large to transcribe (limit 25 MB).`,
  unreadable: msg`The transcription service can’t read this recording.`,
  busy: msg`Too many requests. Try again in a minute.`,
  failed: msg`The transcription service didn’t respond. Try again.`,
});
