import { defineMeta, metaForm } from "@tidemark/core";
import { backupFailures, backupSchedules } from "@tidemark/core/router";
import { z } from "zod";

const schema = z.object({
  /** Id of this profile's backups in the folder. */
  id: z.string(),
  /** Folder of the backups; null for the default. */
  folder: z.string().nullable(),
  schedule: z.enum(backupSchedules),
  /** Failure of the last attempt. */
  failure: z
    .object({
      of: z.enum(["backup", "restore"]),
      code: z.enum(backupFailures),
      words: z.string(),
      atMs: z.number(),
    })
    .nullable(),
  /** Last restore. Missing in what earlier versions stored. */
  restored: z
    .object({ madeMs: z.number(), memos: z.int(), atMs: z.number() })
    .nullable()
    .default(null),
  /** True until the user has seen the outcome of the last restore. Missing in what earlier versions stored. */
  isOutcomeNew: z.boolean().default(false),
});

/** Settings of this device's backups. Backups don't include them: a restored device keeps its own. */
export type BackupSettings = z.infer<typeof schema>;

/** Settings of backups; absent for the defaults. */
export const backupSettingsKey = defineMeta("backups", metaForm.json(schema));
