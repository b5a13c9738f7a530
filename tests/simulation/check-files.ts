import type { AttachmentRecord } from "@tidemark/core/model";
import { scopesOf, stampMs, userScope } from "@tidemark/core/model";
import type { Selectable } from "kysely";
import type { AttachmentTable } from "../../packages/db/src/schema/attachment-tables.ts";
import { columnsToAttachment } from "../../packages/db/src/stores/shared/attachment-columns.ts";
import { hold } from "./failure.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { hashOf, type SimDisk } from "./sim-disk.ts";
import { waitingIn } from "./waiting-ops.ts";
import type { PullFacts, SimDevice, World } from "./world.ts";

export type Files = ReadonlyMap<string, AttachmentRecord>;

const read = new WeakMap<ReplicaFile, { readonly version: number; readonly files: Files }>();

/** Returns all attachments of a database by id. Cached until the next write. */
export function filesIn(file: ReplicaFile): Files {
  const version = file.version();
  const known = read.get(file);
  if (known?.version === version) return known.files;
  const rows = file.all<Selectable<AttachmentTable>>("SELECT * FROM attachment ORDER BY id");
  const files = new Map(rows.map((row) => [row.id, columnsToAttachment(row)]));
  read.set(file, { version, files });
  return files;
}

/**
 * Returns the ids of the attachments that the user can read: their own, and those of the given readable
 * memos.
 */
export function readableFiles(
  server: ReplicaFile,
  user: string,
  memos: ReadonlySet<string>,
): ReadonlySet<string> {
  const readable = [...filesIn(server).values()].filter(
    ({ creator, memo }) => creator === user || (memo !== null && memos.has(memo)),
  );
  return new Set(readable.map(({ id }) => id));
}

/** Version of each server's database whose feed was checked. */
const feedVersions = new WeakMap<ReplicaFile, number>();

/** Databases of devices, and pulls, that were checked. */
const checkedFiles = new WeakMap<
  ReplicaFile,
  Pick<SimDevice, "lastPull" | "cursors" | "checkedVersion">
>();

/** I14 · the server has the content of every attachment that it lists, and it is the attached content. */
export async function checkServerFiles(world: World): Promise<void> {
  const { file, disk } = world.server;
  const files = filesIn(file);
  for (const { id, sha256 } of files.values()) {
    if (sha256 === null) continue;
    hold("I14", disk.kept.has(sha256), () => `the server tells of ${id} and has no ${sha256}`);
    const fate = world.files.fates.get(id);
    hold("I14", fate === undefined || fate.hashes.has(sha256), () => {
      return `${id} is ${sha256}, which nobody attached`;
    });
  }
  checkDisk("the server", disk);
  for (const { id, stamps } of files.values()) {
    for (const [field, stamp] of Object.entries(stamps)) {
      const aheadMs = stampMs(stamp) - world.nowMs;
      hold("C5", aheadMs <= 61_000, () => `${field} of ${id} is stamped ${aheadMs} ms ahead`);
    }
  }
  if (files.size > 0 && feedVersions.get(file) !== file.version()) await checkFileFeed(file, files);
  feedVersions.set(file, file.version());
}

/** I14 · stored content has the hash that it is stored under. */
function checkDisk(name: string, { kept }: SimDisk): void {
  for (const [sha256, { bytes }] of kept) {
    hold("I14", hashOf(bytes) === sha256, () => `${name} has ${hashOf(bytes)} under ${sha256}`);
  }
}

/**
 * I12 · the feed has an `up` row for each attachment in each scope that shows it. Its `del` rows are of
 * deleted attachments only.
 */
async function checkFileFeed(file: ReplicaFile, files: Files): Promise<void> {
  const reader = await file.peek.read((stores) => Promise.resolve(stores.memos));
  const wanted: string[] = [];
  for (const row of files.values()) {
    for (const scope of await scopesOfFile(file, reader, row)) {
      wanted.push(`${scope} ${row.id} ${row.seq}`);
    }
  }
  const heard = file.all<{ scope: string; entity: string; seq: number; op: string }>(
    "SELECT * FROM feed WHERE kind = 'attachment'",
  );
  const ups = heard.filter(({ op }) => op === "up");
  const are = ups.map(({ scope, entity, seq }) => `${scope} ${entity} ${seq}`);
  hold("I12", are.toSorted().join("\n") === wanted.toSorted().join("\n"), () => {
    return `the feed has ${are.toSorted().join()} for ${wanted.toSorted().join()}`;
  });
  for (const { entity, op, scope } of heard) {
    hold("I12", files.has(entity) === (op !== "del"), () => {
      return `the feed has ${op} of ${entity} in ${scope}`;
    });
  }
}

async function scopesOfFile(
  file: ReplicaFile,
  reader: Parameters<typeof scopesOf>[0],
  { creator, memo }: AttachmentRecord,
): Promise<ReadonlySet<string>> {
  const own = userScope(creator);
  const on = memo === null ? undefined : file.memos().get(memo);
  return new Set(on === undefined ? [own] : [own, ...(await scopesOf(reader, on))]);
}

/** Checks the laws that hold for a device's files at any time. */
export async function checkDeviceFiles(device: SimDevice): Promise<void> {
  checkDisk(device.name, device.disk);
  const now = {
    lastPull: device.lastPull,
    cursors: device.cursors,
    checkedVersion: device.file.version(),
  };
  const last = checkedFiles.get(device.file);
  if (
    last?.checkedVersion === now.checkedVersion &&
    last.lastPull === now.lastPull &&
    last.cursors === now.cursors
  ) {
    return;
  }
  checkedFiles.set(device.file, now);
  const files = filesIn(device.file);
  const bases = device.file.all<{ id: string; row: string | null }>(
    `SELECT substr(entity, length('attachment:') + 1) AS id, row FROM entity_base
       WHERE entity LIKE 'attachment:%'`,
  );
  if (files.size === 0 && bases.length === 0) return;
  if (device.lastPull !== null && device.cursors.epoch === device.lastPull.epoch) {
    const held = bases.flatMap(({ row }) =>
      row === null ? [] : [JSON.parse(row) as AttachmentRecord],
    );
    checkReadable(device, device.lastPull, [...files.values(), ...held]);
  }
  const ops = await waitingIn(device.file);
  const uploads = await device.file.peek.read(({ blobUploads }) => blobUploads.list(10_000));
  const waiting = [
    ...ops.flatMap((op) => (op.kind.startsWith("attachment.") ? [op.entity] : [])),
    ...uploads.map(({ attachment }) => attachment),
  ];
  const known = new Set(bases.map(({ id }) => id));
  for (const id of known) {
    hold("I6", waiting.includes(id), () => `${device.name} keeps a base of ${id} for nothing`);
  }
  for (const id of waiting) {
    hold("I6", known.has(id), () => `${device.name} has no base for what waits of ${id}`);
  }
}

/** I3 · after a pull, a device has no attachment that its user may not read. */
function checkReadable(
  device: SimDevice,
  { headSeq, files }: PullFacts,
  held: readonly AttachmentRecord[],
): void {
  for (const { id, seq, creator } of held) {
    if (creator === device.user || creator === "users/local" || seq > headSeq) continue;
    hold("I3", files.has(id), () => {
      return `${device.name} of ${device.user} holds ${id} at ${seq}, hidden by ${headSeq}`;
    });
  }
}

/**
 * I3, I14 · a response contains only attachments that the user may read and whose content the server has.
 */
export function checkFileRows(
  world: World,
  user: string,
  memos: ReadonlySet<string>,
  method: string,
  value: unknown,
): void {
  const rows = rowsIn(value);
  if (rows.length === 0) return;
  const { file } = world.server;
  const readable = readableFiles(file, user, memos);
  for (const { id, creator, sha256 } of rows) {
    const isNotified = creator === user || readable.has(id);
    hold("I3", isNotified, () => `${method} sent ${id} to ${user}`);
    const isThere = sha256 === null || world.server.disk.kept.has(sha256);
    hold("I14", isThere, () => `${method} tells ${user} of ${id} without ${sha256}`);
  }
}

/** Returns the attachments anywhere in a response. */
function rowsIn(value: unknown): { id: string; creator: string; sha256: string | null }[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, creator, sha256 } = value as Record<string, unknown>;
  if (typeof id === "string" && typeof creator === "string" && "externalLink" in value) {
    return [{ id, creator, sha256: sha256 as string | null }];
  }
  return Object.values(value).flatMap(rowsIn);
}

/** I3, I14 · only users who may read the attachment receive bytes, and these are part of its content. */
export function checkFileRead(
  world: World,
  user: string,
  memos: ReadonlySet<string>,
  payload: unknown,
  value: unknown,
): void {
  const { attachment: id, from } = payload as { attachment: string; from: number };
  const answer = value as { bytes: string } | null;
  if (answer === null) return;
  const readable = readableFiles(world.server.file, user, memos);
  hold("I3", readable.has(id), () => `${user} was given bytes of ${id}`);
  const sha256 = filesIn(world.server.file).get(id)?.sha256 ?? "";
  const content = world.server.disk.kept.get(sha256)?.bytes ?? Buffer.alloc(0);
  const bytes = world.freight.take(answer.bytes);
  hold("I14", content.subarray(from, from + bytes.length).equals(bytes), () => {
    return `${user} was given other bytes than those of ${id}`;
  });
}
