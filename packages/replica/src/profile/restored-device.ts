import type { DeviceDatabase, DeviceReadStores, DeviceWriteStores } from "@tidemark/core";
import { newestStampKey } from "@tidemark/core/commit";
import { accountKey, deviceIdKey, serverUrlKey, streamIdKey } from "@tidemark/core/sync/device";
import { onRevokedKey } from "../connection/server-session.ts";
import { endingKey, endingSessions, leftKey, type EndingSession } from "../sync/left-server.ts";
import { serverTokenKey } from "../sync/session-keys.ts";
import { verifiedKey } from "../connection/verify-copies.ts";
import { type BackupSettings, backupSettingsKey } from "./backup-settings.ts";
import type { UserReference } from "@tidemark/core/names";
import type { Stamp } from "@tidemark/core/model";

/** Keys of what a backup has not: credentials, and what is this device's alone. */
export const keysWithoutBackup: readonly string[] = [
  serverTokenKey.name,
  leftKey.name,
  endingKey.name,
  backupSettingsKey.name,
  // What was compared is not what is restored.
  verifiedKey.name,
];

/** The key whose value is another after each write: what was backed up with one is backed up. */
export const changedKey: string = newestStampKey.name;

export function changedValue(database: DeviceDatabase): Promise<string | null> {
  return database.read(({ meta }) => meta.get(newestStampKey));
}

/** What a device keeps whatever is restored on it. */
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

/**
 * Makes a database that went back in time one that may meet its server (A30). What it pushed since
 * under its stream is unlike what it will push now, so it takes one that was never used and counts
 * anew, as after a fork (R7): what was applied does nothing the second time, and its cursors, which
 * went back too, bring what came since. Stamps go on under a new id and behind the newest that the
 * device has seen. `own` null: there was nothing on this device.
 */
export function becomeRestored(
  database: DeviceDatabase,
  own: DeviceOwn | null,
  { nowMs, newStreamId }: { readonly nowMs: number; readonly newStreamId: () => string },
): Promise<void> {
  return database.write(async (stores: DeviceWriteStores) => {
    const { meta, outbox } = stores;
    if ((await meta.get(streamIdKey)) !== null) await meta.set(streamIdKey, newStreamId());
    await outbox.renumber();
    // One is made when the profile is opened.
    await meta.set(deviceIdKey, null);
    if (own === null) return;
    const stamp = (await meta.get(newestStampKey)) ?? "";
    if ((own.newestStamp ?? "") > stamp) await meta.set(newestStampKey, own.newestStamp);
    await meta.set(onRevokedKey, own.onRevoked);
    await meta.set(backupSettingsKey, own.settings);
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
  });
}
