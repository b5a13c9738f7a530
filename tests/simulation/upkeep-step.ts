import type { MemoRecord } from "@tidemark/core/model";
import { stampMs } from "@tidemark/core/model";
import { registersIn } from "./check-registers.ts";
import { Crash } from "./crash.ts";
import { checkCollected } from "./check-files-at-rest.ts";
import { sweep } from "./file-step.ts";
import { hold } from "./failure.ts";
import { trashDays } from "./server-process.ts";
import { settle } from "./settle.ts";
import { notePurged } from "./write-step.ts";
import { wordsIn } from "./words.ts";
import type { World } from "./world.ts";

const dayMs = 86_400_000;

/** Runs the server's upkeep and checks the laws that hold after it. */
export async function upkeep(world: World): Promise<void> {
  const { server } = world;
  if (server.process === null) return;
  for (const memo of server.file.memos().values()) {
    const isDue = memo.deletedMs !== null && memo.deletedMs <= world.nowMs - trashDays * dayMs;
    if (isDue) notePurged(world, server, memo.id);
  }
  const gens = new Map([...server.file.memos()].map(([id, { gen }]) => [id, gen]));
  try {
    await server.process.upkeep();
    if (world.files.fates.size > 0) await sweep(world, "server");
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    server.process = null;
    return;
  }
  checkRenewed(world, gens);
  checkCompacted(world);
  checkPruned(world);
}

/** S7 · no register that was emptied more than 180 days ago is left. */
function checkPruned({ server, nowMs }: World): void {
  const left = registersIn(server.file).filter(
    ({ value, stamp }) => value === "null" && stampMs(stamp) < nowMs - 180 * dayMs,
  );
  hold("S7", left.length === 0, () => `the server keeps ${JSON.stringify(left)}`);
}

/** I12 · a new generation's document has no stored state: its text is the seed. */
function checkRenewed(world: World, gens: ReadonlyMap<string, number>): void {
  const sizes = documentSizes(world);
  for (const { id, gen } of world.server.file.memos().values()) {
    const before = gens.get(id) ?? gen;
    if (gen !== before && gen <= (world.server.knownGens.get(id) ?? 0)) noteRenewedAnew(world, id);
    hold("I12", gen === before || !sizes.has(id), () => {
      return `generation ${gen} of ${id} begins with ${sizes.get(id)} bytes`;
    });
  }
}

/** A second renewal can only be merged with the first as text: words may be duplicated. */
function noteRenewedAnew({ server, devices, ledger }: World, id: string): void {
  for (const { file } of [server, ...devices.values()]) {
    ledger.repeated(wordsIn(file.memos().get(id)?.content ?? ""));
  }
}

/** I12 · the feed has no `evict` or `del` row from more than 180 days ago. */
function checkCompacted({ server, nowMs }: World): void {
  const [row] = server.file.all<{ value: string }>(
    "SELECT value FROM meta WHERE key = 'feed_samples'",
  );
  const samples = JSON.parse(row?.value ?? "[]") as [atMs: number, seq: number][];
  const old = samples.filter(([atMs]) => atMs <= nowMs - 180 * dayMs);
  const upto = Math.max(0, ...old.map(([, seq]) => seq));
  const left = server.file.all(`SELECT entity FROM feed WHERE op <> 'up' AND seq <= ${upto}`);
  hold("I12", left.length === 0, () => `the feed has ${JSON.stringify(left)} from before ${upto}`);
}

/** I12 · after a month without writes, once every device has pulled, no document is left. */
export async function quietMonth(world: World): Promise<void> {
  await settle(world);
  world.nowMs += (isRestoredLately(world) ? 181 : 31) * dayMs;
  await settle(world);
  await upkeep(world);
  const sizes = documentSizes(world);
  for (const memo of world.server.file.memos().values()) {
    if (!isQuiet(world, memo)) continue;
    hold("I12", !sizes.has(memo.id), () => {
      return `${memo.id} keeps a document of ${sizes.get(memo.id)} bytes after a quiet month`;
    });
  }
  await checkCollected(world);
  await settle(world);
}

/** Returns true within 180 days of a restore, while nothing is renewed (R14). */
function isRestoredLately({ server, nowMs }: World): boolean {
  const [row] = server.file.all<{ value: string }>(
    "SELECT value FROM meta WHERE key = 'epoch_since'",
  );
  return row !== undefined && nowMs - Number(row.value) < 180 * dayMs;
}

/**
 * Returns true for a memo unchanged for 30 days. Not for comments: one that its author can't see is sent
 * to none of their devices, so none confirms it.
 */
function isQuiet({ nowMs }: World, { stamps, parent }: MemoRecord): boolean {
  return parent === null && nowMs - stampMs(stamps.updatedMs ?? stamps["*"]) >= 30 * dayMs;
}

function documentSizes({ server }: World): Map<string, number> {
  const rows = server.file.all<{ id: string; bytes: number }>(
    "SELECT memo AS id, length(state) AS bytes FROM memo_doc",
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}
