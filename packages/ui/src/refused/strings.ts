import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const refusedStrings = sentences({
  title: msg`Tidemark can’t open your memos`,
  again: msg`Try again`,
  showFolder: msg`Show folder`,
  showLogs: msg`Show logs`,
  quit: msg`Quit`,
  copies: msg`Copies of your memos`,
  copiesBody: msg`Tidemark can continue from one of these. Changes made after the copy aren’t included. The unreadable file is kept next to it.`,
  noCopies: msg`No copy of your memos was found in this folder. If they’re on a server, connect a new folder to it to restore them.`,
  useCopy: msg({ message: "Use this copy…", context: "a copy of the memos" }),
  useCopyOf: (when: string) => msg`Use the copy from ${when}`,
  cancel: msg`Cancel`,
});
