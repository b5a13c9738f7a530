import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const recordingStrings = sentences({
  record: msg`Record`,
  /** What a file is called: `Recording 2026-11-23 14.05`. */
  name: (moment: string) => msg`Recording ${moment}`,
  strip: msg`Recording`,
  asking: msg`Asking for the microphone…`,
  recording: msg`Recording`,
  paused: msg`Paused`,
  attaching: msg`Attaching the recording…`,
  length: msg`Length`,
  pause: msg`Pause`,
  resume: msg`Resume`,
  stop: msg`Stop and attach`,
  discard: msg`Discard`,
  discarded: msg`Recording discarded`,
  silent: msg`Nothing is heard. Is it the right microphone?`,
  tryAgain: msg`Try again`,
  close: msg`Close`,
  insecure: msg`Nothing can be recorded over this address, which is not encrypted. Open Tidemark over https, or on this machine.`,
  unsupported: msg`This browser cannot record. Another one can, or the app; a sound file can be attached here.`,
  denied: msg`Tidemark may not use the microphone. Allow it in the settings of the browser or the system, then try again.`,
  "no-microphone": msg`There is no microphone. Connect one, then try again.`,
  "in-use": msg`The microphone cannot be used now: another program may have it. Close that, then try again.`,
  failed: msg`The recording could not be begun. Try again.`,
  nothing: msg`Nothing was recorded.`,
  full: (size: string) =>
    msg`The recording ended at ${size}, which is as large as a file may be. It is attached.`,
  gone: msg`The microphone is gone. What was recorded until then is attached.`,
  left: msg`The recording was ended and attached.`,
  held: msg`The recording was ended and attached. The window can be closed now.`,
  notAttached: (why: string) => msg`The recording is not attached yet. ${why}`,
});
