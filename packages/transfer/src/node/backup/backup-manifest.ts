import { backupReasons } from "@tidemark/core/router";
import { z } from "zod";

/** Kinds of backups, by their data. A device doesn't restore a server's, nor the other way round. */
const backupFormats = ["tidemark-backup", "tidemark-server-backup"] as const;
export type BackupFormat = (typeof backupFormats)[number];

/** Schema of `backup.json`. Newer versions may add fields but don't change existing ones. */
export const backupManifestSchema = z.object({
  format: z.enum(backupFormats),
  version: z.int().min(1).max(1),
  /** At most the largest valid `Date`: it is formatted and sorted as a date. */
  madeMs: z.number().min(0).max(8.64e15),
  why: z.enum(backupReasons).catch("asked"),
  /** Id of the profile, generated on its device, or of the instance. */
  profile: z.string(),
  device: z.string(),
  /** Version of the program that made the backup. */
  app: z.string(),
  memos: z.int().min(0),
  files: z.int().min(0),
  bytes: z.number().min(0),
  fileBytes: z.number().min(0),
  /** Value that changes with every write. Two backups with the same value have the same data. */
  changed: z.string().nullable(),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;
