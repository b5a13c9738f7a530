import { defineMeta, type DeviceDatabase, metaForm } from "@tidemark/core";
import type { OpenDatabase } from "@tidemark/db";
import type { Platform } from "../platform/platform.ts";
import { backupSettingsKey } from "./backup-settings.ts";

/** That a wipe was begun. Whoever opens the profile next ends it first. */
export const wipeDueKey = defineMeta("wipe_due", metaForm.mark);

type Machine = Pick<Platform, "removeFiles">;

/**
 * Removes everything that is in a profile: memos, drafts, what waited and what was refused, the
 * account and its credential, every file beside its database, such as attachments and copies from
 * before an update, and its backups. It is empty and usable then. Broken off, it is ended by `endWipe`.
 */
export async function wipeProfile(
  opened: OpenDatabase<DeviceDatabase>,
  machine: Machine,
): Promise<void> {
  const settings = await opened.database.write(async ({ meta }) => {
    await meta.set(wipeDueKey, true);
    return meta.get(backupSettingsKey);
  });
  const folder = settings?.folder ?? null;
  await machine.removeFiles(folder === null ? null : { folder, id: settings?.id ?? "" });
  await opened.wipe();
}

/** Ends a wipe that a crash broke off. */
export async function endWipe(
  opened: OpenDatabase<DeviceDatabase>,
  machine: Machine,
): Promise<void> {
  const due = await opened.database.read(({ meta }) => meta.get(wipeDueKey));
  if (due !== null) await wipeProfile(opened, machine);
}
