import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const pairingStrings = sentences({
  title: msg`Add a device`,
  help: (host: string) =>
    msg`A code connects another device to ${host} without a password. It works once and expires in 10 minutes.`,
  begin: msg`Add a device`,
  asking: msg`Contacting the server…`,
  notMade: (why: string) => msg`Couldn’t create a code. ${why}`,
  away: msg`Can’t reach the server right now.`,
  shown: msg`Code for another device`,
  scan: msg`Scan this with a phone’s camera to sign in to its browser:`,
  qrCode: msg`QR code that signs in another device`,
  local: msg`Other devices can’t reach this address. It only works on this computer.`,
  open: msg`Or open this link on a device with the Tidemark app:`,
  copyLink: msg`Copy link`,
  type: msg`Or choose “Connect a server…” there, then “Use a code instead”, and enter:`,
  address: msg`Address`,
  code: msg`Code`,
  care: msg`Anyone with this code can read your memos. Don’t share it.`,
  lasts: (time: string) => msg`Expires in ${time}`,
  cancel: msg`Cancel`,
  cancelled: msg`The code no longer works`,
  notCancelled: (why: string) => msg`Couldn’t cancel the code. ${why}`,
  added: (device: string) => msg`Added ${device}`,
  gone: msg`This code has expired or was cancelled.`,
  done: msg`Done`,
});
