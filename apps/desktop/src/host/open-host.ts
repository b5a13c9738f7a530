import { hash } from "node:crypto";
import { join } from "node:path";
import { hashTextsWith } from "@tidemark/core/text";
import type { BackupFailure } from "@tidemark/core/router";
import {
  type Host,
  openInPlaces,
  type OpenReplica,
  openReplica,
  type SecretBox,
} from "@tidemark/replica";
import manifest from "../../package.json" with { type: "json" };
import { removeReadCopy } from "../backup/backup-reader.ts";
import { type DeviceBackups, failureOf, openBackups } from "../backup/open-backups.ts";
import { removeRestoring } from "../backup/restore-backup.ts";
import { openTransfer } from "../transfer/open-transfer.ts";
import { nodePlatform } from "./node-platform.ts";

export type { Host };

export interface OpenHost extends OpenReplica {
  readonly backups: DeviceBackups;
}

/**
 * Opens the profile in a data folder that the caller has locked. Restoring a backup closes the profile and
 * reopens it with the restored data. Throws `OpenDatabaseError`, for example if the database wasn't closed
 * properly and is damaged.
 */
export async function openHost(options: {
  readonly dir: string;
  readonly isOffline?: boolean;
  /** True if the page may name files to import by path; only the app's own window may. */
  readonly takesPaths?: boolean;
  /** The system's keyring, if available. */
  readonly secrets?: SecretBox;
  readonly log?: (line: string) => void;
}): Promise<OpenHost> {
  hashTextsWith((text) => hash("sha256", text));
  const { dir, takesPaths = false, secrets, ...others } = options;
  const log = options.log ?? (() => {});
  await removeRestoring(dir);
  await removeReadCopy(dir);
  return openInPlaces<OpenHost>({
    async open({ replace, failure }) {
      let backups: DeviceBackups | null = null;
      const opened = await openReplica({
        machine: { ...nodePlatform(dir), secrets },
        version: manifest.version,
        openTransfer: (parts) =>
          openTransfer({ ...parts, stagingDir: join(dir, "import-staging"), takesPaths }),
        openBackups: async (parts) => {
          backups = await openBackups({
            ...parts,
            dataDir: dir,
            app: manifest.version,
            isScheduled: options.isOffline !== true,
            onPrepared: replace,
            failure,
          });
          return backups;
        },
        ...others,
      });
      if (backups === null) throw new Error("the profile asked for nothing that backs it up");
      return { ...opened, backups };
    },
    failureOf: (error): BackupFailure => failureOf("restore", error, log),
    log,
  });
}
