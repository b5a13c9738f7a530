import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const refusedStrings = sentences({
  title: msg`Tidemark cannot open your memos`,
  again: msg`Try again`,
  showFolder: msg`Show the folder`,
  showLogs: msg`Show logs`,
  quit: msg`Quit`,
  copies: msg`Copies of your memos`,
  copiesBody: msg`Tidemark can go on from one of these. What was written after it is not in it; the file that cannot be opened is kept beside it.`,
  noCopies: msg`No copy of your memos was found in the folder. If they are on a server, another folder, connected to it, brings them back.`,
  useCopy: msg({ message: "Go on from this copy…", context: "a copy of the memos" }),
  useCopyOf: (when: string) => msg`Go on from the copy of ${when}`,
  cancel: msg`Cancel`,
});
