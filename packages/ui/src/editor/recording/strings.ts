import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const recordingStrings = sentences({
  record: msg`Record`,
  /** The file name without its extension, such as `Recording 2026-11-23 14.05`. */
  name: (moment: string) => msg`Recording ${moment}`,
  strip: msg`Recording`,
  asking: msg`Requesting microphone access…`,
  recording: msg`Recording`,
  paused: msg`Paused`,
  attaching: msg`Attaching the recording…`,
  length: msg`Length`,
  pause: msg`Pause`,
  resume: msg`Resume`,
  stop: msg`Stop and attach`,
  discard: msg`Discard`,
  discarded: msg`Recording discarded`,
  silent: msg`No sound detected. Check your microphone.`,
  tryAgain: msg`Try again`,
  close: msg`Close`,
  insecure: msg`Recording needs a secure (https) address.`,
  unsupported: msg`This browser can’t record audio. Use another browser or the app, or attach an audio file.`,
  denied: msg`Tidemark can’t access the microphone. Allow it in your browser or system settings, then try again.`,
  "no-microphone": msg`No microphone found. Connect one, then try again.`,
  "in-use": msg`Another app may be using the microphone. Close it, then try again.`,
  failed: msg`Couldn’t start recording. Try again.`,
  nothing: msg`Nothing was recorded.`,
  full: (size: string) => msg`Recording stopped at the ${size} file size limit and was attached.`,
  gone: msg`The microphone was disconnected. The recording so far was attached.`,
  left: msg`Recording stopped and attached.`,
  held: msg`Recording stopped and attached. You can close the window now.`,
  notAttached: (why: string) => msg`The recording isn’t attached yet. ${why}`,
});
