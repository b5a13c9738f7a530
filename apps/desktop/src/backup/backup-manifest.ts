import { backupReasons } from "@tidemark/core/router";
import { z } from "zod";

/** `backup.json`: what a backup is. Newer programs add to it and change nothing. */
export const backupManifestSchema = z.object({
  format: z.literal("tidemark-backup"),
  version: z.int().min(1).max(1),
  /** No further away than a date can be: it is written as one, and sorted by. */
  madeMs: z.number().min(0).max(8.64e15),
  why: z.enum(backupReasons).catch("asked"),
  /** Which profile it is of, by a number of that device. */
  profile: z.string(),
  device: z.string(),
  /** The program that made it. */
  app: z.string(),
  memos: z.int().min(0),
  files: z.int().min(0),
  bytes: z.number().min(0),
  fileBytes: z.number().min(0),
  /** Another after each write: what was backed up with the same one is the same. */
  changed: z.string().nullable(),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;
