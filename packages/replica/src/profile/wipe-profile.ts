import { defineMeta, metaForm } from "@tidemark/core";
import type { OpenDatabase } from "@tidemark/db";
import type { Platform } from "../platform/platform.ts";

/** That a wipe was begun. Whoever opens the profile next ends it first. */
export const wipeDueKey = defineMeta("wipe_due", metaForm.mark);

type Machine = Pick<Platform, "removeFiles">;

/**
 * Removes everything that is in a profile: memos, drafts, what waited and what was refused, the
 * account and its credential, every file beside its database, such as attachments and copies from
 * before an update. It is empty and usable then. Broken off, it is ended by `endWipe`.
 */
export async function wipeProfile(opened: OpenDatabase, machine: Machine): Promise<void> {
  await opened.database.write(({ meta }) => meta.set(wipeDueKey, true));
  await machine.removeFiles();
  await opened.wipe();
}

/** Ends a wipe that a crash broke off. */
export async function endWipe(opened: OpenDatabase, machine: Machine): Promise<void> {
  const due = await opened.database.read(({ meta }) => meta.get(wipeDueKey));
  if (due !== null) await wipeProfile(opened, machine);
}
