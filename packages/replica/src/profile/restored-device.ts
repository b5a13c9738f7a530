import type { DeviceDatabase, DeviceReadStores, DeviceWriteStores } from "@tidemark/core";
import { newestStampKey } from "@tidemark/core/commit";
import { accountKey, deviceIdKey, serverUrlKey, streamIdKey } from "@tidemark/core/sync/device";
import type { Restored } from "@tidemark/core/router";
import { onRevokedKey } from "../connection/server-session.ts";
import {
  endingKey,
  endingSessions,
  leaveServer,
  leftKey,
  type EndingSession,
} from "../sync/left-server.ts";
import { serverSessionKey, serverTokenKey } from "../sync/session-keys.ts";
import { verifiedKey } from "../connection/verify-copies.ts";
import { type BackupSettings, backupSettingsKey } from "./backup-settings.ts";
import { restoreDrafts } from "./restored-drafts.ts";
import type { UserReference } from "@tidemark/core/names";
import type { Stamp } from "@tidemark/core/model";

/** Keys that backups exclude: credentials, and state of this device only. */
export const keysWithoutBackup: readonly string[] = [
  serverTokenKey.name,
  serverSessionKey.name,
  leftKey.name,
  endingKey.name,
  backupSettingsKey.name,
  // The last comparison isn't valid for the restored data.
  verifiedKey.name,
];

/** Key whose value changes with every write, to detect whether the last backup is current. */
export const changedKey: string = newestStampKey.name;

export function changedValue(database: DeviceDatabase): Promise<string | null> {
  return database.read(({ meta }) => meta.get(newestStampKey));
}

/** State that a device keeps when a backup is restored on it. */
export interface DeviceOwn {
  readonly account: UserReference | null;
  readonly serverUrl: string | null;
  readonly token: string | null;
  readonly newestStamp: Stamp | null;
  readonly onRevoked: "wipe" | null;
  readonly ending: readonly EndingSession[];
  readonly settings: BackupSettings | null;
}

export function readDeviceOwn(database: DeviceDatabase): Promise<DeviceOwn> {
  return database.read(async ({ meta }: DeviceReadStores) => ({
    account: await meta.get(accountKey),
    serverUrl: await meta.get(serverUrlKey),
    token: await meta.get(serverTokenKey),
    newestStamp: await meta.get(newestStampKey),
    onRevoked: await meta.get(onRevokedKey),
    ending: await endingSessions(meta),
    settings: await meta.get(backupSettingsKey),
  }));
}

/** Choices and facts of a restore. */
export interface RestoreFacts {
  readonly nowMs: number;
  readonly newStreamId: () => string;
  /** True if the device leaves its server. */
  readonly disconnects: boolean;
  /** The backup, for the message afterwards. */
  readonly backup: Pick<Restored, "madeMs" | "memos">;
  /** Data that is replaced, if it is open. */
  readonly present: DeviceDatabase | null;
}

/**
 * Prepares a restored database for syncing (A30a). The device pushed other operations under its stream since
 * the backup. The database therefore takes a new stream and renumbers its outbox, as after a fork (R7).
 * Operations that were already applied have no effect, and the older cursors pull what came since. Stamps
 * continue under a new device id, after the newest that the device has seen. `own` is null if the device was
 * empty.
 */
export async function becomeRestored(
  database: DeviceDatabase,
  own: DeviceOwn | null,
  { nowMs, newStreamId, disconnects, backup, present }: RestoreFacts,
): Promise<void> {
  await restoreDrafts(database, present);
  await database.write(async (stores: DeviceWriteStores) => {
    const { meta, outbox } = stores;
    if ((await meta.get(streamIdKey)) !== null) await meta.set(streamIdKey, newStreamId());
    await outbox.renumber();
    // Opening the profile creates a new one.
    await meta.set(deviceIdKey, null);
    if (own === null) {
      if (disconnects) await leaveServer(meta, nowMs);
      return;
    }
    const stamp = (await meta.get(newestStampKey)) ?? "";
    if ((own.newestStamp ?? "") > stamp) await meta.set(newestStampKey, own.newestStamp);
    await meta.set(onRevokedKey, own.onRevoked);
    const restored = { ...backup, atMs: nowMs };
    const outcome = { restored, failure: null, isOutcomeNew: true };
    await meta.set(backupSettingsKey, own.settings && { ...own.settings, ...outcome });
    const { token, serverUrl } = own;
    const isSame =
      own.account === (await meta.get(accountKey)) &&
      serverUrl !== null &&
      serverUrl === (await meta.get(serverUrlKey));
    if (isSame) await meta.set(serverTokenKey, token);
    const given =
      isSame || token === null || serverUrl === null
        ? []
        : [{ url: serverUrl, token, leftMs: nowMs }];
    const ending = [...own.ending, ...given];
    if (ending.length > 0) await meta.set(endingKey, ending);
    // As after disconnecting: the session ends at the server, and connecting again continues the sync.
    if (disconnects) await leaveServer(meta, nowMs);
  });
}
