import type { AttachmentRecord } from "@tidemark/core/model";
import { scopesOf } from "@tidemark/core/model";
import { filesIn, readableFiles } from "./check-files.ts";
import { isDue, largeBytes } from "./file-ledger.ts";
import { sweep } from "./file-step.ts";
import { hold } from "./failure.ts";
import { checkAllDeferred, isOlder } from "./older-peers.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { readableFor } from "./serve-message.ts";
import type { SimDisk } from "./sim-disk.ts";
import type { SimDevice, World } from "./world.ts";

/** Checks the laws for files after all replicas have synced and transferred everything. */
export async function checkFilesAtRest(world: World, refused: ReadonlySet<string>): Promise<void> {
  if (world.files.fates.size === 0) return;
  for (const device of world.devices.values()) {
    if (!device.isBound) continue;
    checkQueues(device);
    await checkView(world, device);
    checkContent(world, device);
  }
  checkFates(world, refused);
}

/** I2 · no upload and no download is pending. */
function checkQueues({ name, file }: SimDevice): void {
  const sending = file.all<{ attachment: string }>("SELECT attachment FROM blob_upload");
  hold("I2", sending.length === 0, () => `${name} still has ${JSON.stringify(sending)} to send`);
  const coming = file.all<{ sha256: string }>("SELECT sha256 FROM blob_download");
  hold("I2", coming.length === 0, () => `${name} still has ${JSON.stringify(coming)} to fetch`);
}

/**
 * I1 · a device has the attachments that its user can read on the server, in the scopes that it follows.
 */
async function checkView(world: World, device: SimDevice): Promise<void> {
  const server = world.server.file;
  const followed = new Set(device.cursors.seqs.keys());
  const memos = readableFor(world, device.user);
  const readable = readableFiles(server, device.user, memos);
  const reader = await server.peek.read((stores) => Promise.resolve(stores.memos));
  const wanted: AttachmentRecord[] = [];
  for (const file of filesIn(server).values()) {
    const on = file.memo === null ? undefined : server.memos().get(file.memo);
    const scopes = on === undefined ? [] : [...(await scopesOf(reader, on))];
    const isFollowed = file.creator === device.user || scopes.some((each) => followed.has(each));
    if (readable.has(file.id) && isFollowed) wanted.push(file);
  }
  if (isOlder(world, device.name)) {
    return checkAllDeferred(device, "attachment", new Map(wanted.map(({ id, seq }) => [id, seq])));
  }
  // The link of a file to a held memo is held too.
  const unsent = new Set(
    (await device.file.peek.read(({ outbox }) => outbox.held())).map(({ op }) => op.entity),
  );
  const held = [...filesIn(device.file).values()].filter(({ id }) => !unsent.has(id)).map(textOf);
  const heard = wanted.filter(({ id }) => !unsent.has(id)).map(textOf);
  hold("I1", held.join("\n") === heard.join("\n"), () => {
    const lacks = heard.filter((each) => !held.includes(each));
    const has = held.filter((each) => !heard.includes(each));
    return `${device.name} lacks ${lacks.join()} and has ${has.join()} too many`;
  });
}

function textOf({ number: _number, ...row }: AttachmentRecord): string {
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * B10, B11 · content that is downloaded automatically is present; evicted content is deleted completely.
 */
function checkContent(world: World, device: SimDevice): void {
  const files = [...filesIn(device.file).values()];
  for (const { id, sha256, sizeBytes } of files) {
    if (sha256 === null || sizeBytes >= largeBytes || device.dropped.has(sha256)) continue;
    hold("I14", device.disk.kept.has(sha256), () => `${device.name} lacks the content of ${id}`);
  }
  // Content that its user removed stays until the next sweep.
  const used = usedIn(device.file);
  for (const sha256 of device.disk.kept.keys()) {
    const isOwn = world.files.tried.has(`${device.user} ${sha256}`);
    hold(
      "I3",
      isOwn || used.has(sha256),
      () => `${device.name} keeps ${sha256}, which nothing uses`,
    );
  }
}

function usedIn(file: ReplicaFile): Set<string> {
  const used = file.all<{ sha256: string }>("SELECT sha256 FROM blob_in_use");
  return new Set(used.map(({ sha256 }) => sha256));
}

/** I10, S3 · a file that no user removed exists, under the name that it was given last. */
function checkFates(world: World, refused: ReadonlySet<string>): void {
  const files = filesIn(world.server.file);
  const unbound = [...world.devices.values()].filter(({ isBound }) => !isBound);
  const alone = new Set(unbound.flatMap(({ file }) => [...filesIn(file).keys()]));
  const purged = new Set(
    world.server.file
      .all<{ entity: string }>("SELECT entity FROM tombstone")
      .map((row) => row.entity),
  );
  for (const [id, fate] of world.files.fates) {
    // Purging a memo purges its comments and their files.
    if ([...fate.memos].some((memo) => purged.has(memo))) continue;
    if (!isDue(world.files, fate) || refused.has(id) || alone.has(id)) continue;
    const file = files.get(id);
    hold("I10", file !== undefined, () => `${id} of ${fate.creator} is lost`);
    if (file === undefined || fate.namers.size > 1) continue;
    hold("S3", file.filename === fate.name, () => {
      return `${[...fate.namers].join()} called ${id} ${fate.name}, it is ${file.filename}`;
    });
  }
}

/**
 * B7, I14 · after three weeks of sweeps, every replica has only content that is in use. One sweep would
 * do, except for content whose timestamp is months ahead, from a wrong clock: it looks new for a week and
 * is then marked again.
 */
export async function checkCollected(world: World): Promise<void> {
  if (world.files.fates.size === 0) return;
  const names = ["server", ...world.devices.keys()];
  for (const days of [0, 8, 8, 8]) {
    world.nowMs += days * 86_400_000;
    for (const name of names) await sweep(world, name);
  }
  checkUsed("the server", world.server.file, world.server.disk);
  for (const { name, file, disk, isBound } of world.devices.values()) {
    if (isBound) checkUsed(name, file, disk);
  }
  const { uploads } = world.server.disk;
  hold("I14", uploads.size === 0, () => `${uploads.size} uploads are left unfinished`);
}

function checkUsed(name: string, file: ReplicaFile, { kept }: SimDisk): void {
  const used = usedIn(file);
  for (const sha256 of kept.keys()) {
    hold("I14", used.has(sha256), () => `${name} never drops ${sha256}, which nothing uses`);
  }
}
