import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const pairingStrings = sentences({
  title: msg`Add a device`,
  help: (host: string) =>
    msg`A code connects another device of yours to ${host}, without a password. It is good once, for ten minutes.`,
  begin: msg`Add a device`,
  asking: msg`Asking the server…`,
  notMade: (why: string) => msg`No code was made. ${why}`,
  away: msg`The server cannot be reached now.`,
  shown: msg`Code for another device`,
  open: msg`Open this link on the other device:`,
  copyLink: msg`Copy link`,
  type: msg`Or choose “Connect a server…” there, then “Use a code instead of a password”, and type:`,
  address: msg`Address`,
  code: msg`Code`,
  care: msg`Whoever has this code can read your memos. Give it to nobody.`,
  lasts: (time: string) => msg`Good for ${time}`,
  cancel: msg`Cancel`,
  cancelled: msg`The code no longer works`,
  notCancelled: (why: string) => msg`The code was not taken back. ${why}`,
  added: (device: string) => msg`${device} was added`,
  gone: msg`This code is too old, or was taken back.`,
  done: msg`Done`,
});
