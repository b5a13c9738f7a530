import { defineMeta, metaForm } from "@tidemark/core";
import { backupFailures, backupSchedules } from "@tidemark/core/router";
import { z } from "zod";

const schema = z.object({
  /** Which backups of a folder are this profile's. */
  id: z.string(),
  /** null: where they usually are. */
  folder: z.string().nullable(),
  schedule: z.enum(backupSchedules),
  /** Why the last try failed. */
  failure: z
    .object({
      of: z.enum(["backup", "restore"]),
      code: z.enum(backupFailures),
      words: z.string(),
      atMs: z.number(),
    })
    .nullable(),
});

/** Where and when this device is backed up. No backup has it: a restored device keeps its own. */
export type BackupSettings = z.infer<typeof schema>;

/** Absent: as usual. */
export const backupSettingsKey = defineMeta("backups", metaForm.json(schema));
