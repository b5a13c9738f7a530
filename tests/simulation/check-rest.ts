import { textHash } from "@tidemark/core/text";
import { documentState, textName } from "@tidemark/core/text";
import { reactionsOf } from "@tidemark/core/memo";
import { scopesOf } from "@tidemark/core/model";
import * as Y from "yjs";
import { isPurged, rejectedContents } from "./check-device.ts";
import { checkRegistersAtRest } from "./check-registers.ts";
import { checkFilesAtRest } from "./check-files-at-rest.ts";
import { hold } from "./failure.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { isOlder } from "./older-peers.ts";
import { readableFor } from "./serve-message.ts";
import { checkUnknownFields } from "./unknown-things.ts";
import { countWords } from "./words.ts";
import type { SimDevice, World } from "./world.ts";

/** Checks the laws that hold after all replicas have synced everything. */
export async function checkRest(world: World): Promise<void> {
  await checkDocuments("the server", world.server.file);
  for (const device of world.devices.values()) {
    if (!device.isBound) continue;
    await checkOutbox(world, device);
    await checkDocuments(device.name, device.file);
    await checkView(world, device);
  }
  await checkFates(world);
  await checkFields(world);
  await checkReactions(world);
  checkRegistersAtRest(world);
  const refused = await refusedEntities(world);
  await checkFilesAtRest(world, refused);
  checkUnknownFields(world, (id) => refused.has(id) || world.inClones.has(id));
}

/** S3 · a field with only one writer has that writer's last value. */
async function checkFields(world: World): Promise<void> {
  const memos = world.server.file.memos();
  const refused = await refusedEntities(world);
  for (const [key, { writers, value }] of world.fieldWrites) {
    const [id = "", field = ""] = key.split(" ");
    const memo = memos.get(id);
    if (memo === undefined || writers.size !== 1 || refused.has(id)) continue;
    if (world.inClones.has(id)) continue;
    // Chosen for a memo of its own, which its writer sees as a comment again (R12g).
    const isPlace = field === "visibility" || field === "space";
    const isComment = memo.parent !== null && readableFor(world, memo.creator).has(id);
    if (isPlace && isComment) continue;
    const is = memo[field as keyof typeof memo];
    hold("S3", JSON.stringify(is) === JSON.stringify(value), () => {
      const who = [...writers].join();
      return `${who} set ${field} of ${id} to ${JSON.stringify(value)}, it is ${JSON.stringify(is)}`;
    });
  }
}

/** I10 · a reaction that no user removed exists. */
async function checkReactions(world: World): Promise<void> {
  const memos = world.server.file.memos();
  const refused = await refusedEntities(world);
  await world.server.file.peek.read(async (stores) => {
    const elements = await stores.memos.elements([...memos.keys()]);
    for (const [key, { wasRemoved }] of world.reactions) {
      const [id = "", user = ""] = key.split(" ");
      if (wasRemoved || !memos.has(id) || refused.has(id)) continue;
      // A reaction to a memo that its author can't see now stays pending until they can.
      if (!readableFor(world, user).has(id)) continue;
      const isThere = reactionsOf(elements.get(id) ?? []).some((one) => one.creator === user);
      hold("I10", isThere, () => `the reaction of ${user} to ${id} is lost`);
    }
  });
}

async function refusedEntities(world: World): Promise<Set<string>> {
  const refused = new Set<string>();
  for (const device of world.devices.values()) {
    const rows = await device.file.peek.read(({ outbox }) => outbox.rejected(1000));
    for (const row of rows) refused.add(row.op.entity);
    // No other replica has the memos of a profile without an account.
    if (!device.isBound) for (const id of device.file.memos().keys()) refused.add(id);
  }
  return refused;
}

/** I2 · every operation left in the outbox was refused with a reason, or is held for a newer server. */
async function checkOutbox(world: World, device: SimDevice): Promise<void> {
  const rows = device.file.all<{ n: number; state: string; error: string | null; op: string }>(
    "SELECT n, state, error, op FROM outbox",
  );
  for (const { n, state, error, op } of rows) {
    const isAnswered = state === "rejected" && error !== null;
    const isHeld = state === "blocked" && (error !== null || isOlder(world, "server"));
    hold("I2", isAnswered || isHeld, () => `${device.name} still has ${n} (${state}) ${op}`);
  }
}

/** I1 · a device has what its user can read on the server, in the scopes that it follows, and what it holds. */
async function checkView(world: World, device: SimDevice): Promise<void> {
  const followed = new Set(device.cursors.seqs.keys());
  const readable = readableFor(world, device.user);
  const server = world.server.file;
  const reader = await server.peek.read((stores) => Promise.resolve(stores.memos));
  const wanted: string[] = [];
  for (const memo of server.memos().values()) {
    const scopes = await scopesOf(reader, memo);
    if (readable.has(memo.id) && [...scopes].some((scope) => followed.has(scope))) {
      wanted.push(memo.id);
    }
  }
  const unsent = await heldMemos(device);
  const alsoThere = wanted.filter((id) => !unsent.has(id));
  wanted.splice(0, wanted.length, ...alsoThere);
  const held = [...device.file.memos().keys()].filter((id) => !unsent.has(id));
  hold("I1", held.join() === wanted.join(), () => {
    const lacks = wanted.filter((id) => !held.includes(id));
    const has = held.filter((id) => !wanted.includes(id));
    return `${device.name} lacks ${lacks.join()} and has ${has.join()} too many`;
  });
  const mine = await whole(device.file, wanted);
  const theirs = await whole(server, wanted, { user: device.user, readable });
  for (const [id, shown] of mine) {
    const real = theirs.get(id);
    hold("I1", shown === real, () => `${device.name} has ${shown}, the server ${real}`);
  }
}

/** Returns the memos whose text the server refused. */
async function heldMemos({ file }: SimDevice): Promise<ReadonlySet<string>> {
  const rows = await file.peek.read(({ outbox }) => outbox.held());
  return new Set(rows.map((row) => row.op.entity));
}

/**
 * Returns all synced data of each memo, as text. For a `reader`, leaves out links of other users' memos
 * to memos that the reader can't read.
 */
async function whole(
  file: ReplicaFile,
  ids: readonly string[],
  reader?: { readonly user: string; readonly readable: ReadonlySet<string> },
): Promise<Map<string, string>> {
  return file.peek.read(async ({ memos }) => {
    const texts = await memos.texts(ids);
    const elements = await memos.elements(ids);
    const entries = ids.map((id): [string, string] => {
      const { number: _number, ...row } = file.memos().get(id) ?? { number: 0 };
      const state = texts.get(id)?.state;
      const document = state === null || state === undefined ? null : textHash(state.join());
      const isForeign = reader !== undefined && file.memos().get(id)?.creator !== reader.user;
      const heard = (elements.get(id) ?? []).filter(
        ({ set, key, value }) =>
          set !== "relation" ||
          !isForeign ||
          (value !== null && reader.readable.has(key) && !isTrashed(file, key)),
      );
      return [id, JSON.stringify({ ...sorted(row), document, elements: heard })];
    });
    return new Map(entries);
  });
}

/** Returns true if the memo or a parent is in the trash or missing: links to it aren't shown. */
function isTrashed(file: ReplicaFile, id: string): boolean {
  const memo = file.memos().get(id);
  if (memo === undefined || memo.deletedMs !== null) return true;
  return memo.parent !== null && isTrashed(file, memo.parent);
}

function sorted(row: object): object {
  return JSON.parse(
    JSON.stringify(row, (_key, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  ) as object;
}

/** I9 · a memo's content equals the text of its document. */
async function checkDocuments(name: string, file: ReplicaFile): Promise<void> {
  await file.peek.read(async ({ memos }) => {
    for (const { id, content, gen } of file.memos().values()) {
      const text = await memos.text(id, gen);
      if (text.state === null) continue;
      const doc = new Y.Doc();
      Y.applyUpdate(doc, documentState({ memo: id, content, text }));
      const said = doc.getText(textName).toString();
      doc.destroy();
      hold("I9", said === content, () => `${name} shows ${content} of ${id}, its document ${said}`);
    }
  });
}

/** I4, I10, I13 · every word that no user removed exists, or is stored with a rejected operation. */
async function checkFates(world: World): Promise<void> {
  const memos = world.server.file.memos();
  const rejected = (
    await Promise.all([...world.devices.values()].map((device) => rejectedContents(device)))
  ).join("\n");
  const unbound = [...world.devices.values()]
    .filter((device) => !device.isBound)
    .flatMap((device) => [...device.file.memos().values()].map((memo) => memo.content))
    .join("\n");
  for (const [word, fate] of world.ledger.fates()) {
    const { memo, wasOnServer, wasSent, wasRemoved, isLost, isRepeated } = fate;
    const content = memos.get(memo)?.content;
    const count = content === undefined ? 0 : (countWords(content).get(word) ?? 0);
    if (count === 1 || (count > 1 && isRepeated) || wasRemoved || isLost) continue;
    if (rejected.includes(word) || unbound.includes(word)) continue;
    if (content === undefined && wasOnServer) continue;
    if (content === undefined && wasSent && isPurged(world.server.file, memo)) continue;
    hold("I4", false, () => `${word} of ${memo} is lost: ${content ?? "the memo is not there"}`);
  }
}
