import { defineMeta, type DeviceDatabase, metaForm } from "@tidemark/core";
import type { OpenDatabase } from "@tidemark/db";
import type { Platform } from "../platform/platform.ts";
import { backupSettingsKey } from "./backup-settings.ts";

/** Set while a wipe is in progress. Opening the profile finishes it. */
export const wipeDueKey = defineMeta("wipe_due", metaForm.mark);

type Machine = Pick<Platform, "removeFiles">;

/**
 * Deletes everything in a profile: memos, drafts, pending and rejected operations, the account and its
 * credential. Also deletes all files beside its database, such as attachments and copies from before an
 * update, and its backups. The profile is empty and usable afterwards. `endWipe` finishes it after a crash.
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

/** Finishes a wipe that was interrupted by a crash. */
export async function endWipe(
  opened: OpenDatabase<DeviceDatabase>,
  machine: Machine,
): Promise<void> {
  const due = await opened.database.read(({ meta }) => meta.get(wipeDueKey));
  if (due !== null) await wipeProfile(opened, machine);
}
