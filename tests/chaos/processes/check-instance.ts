import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createApi } from "./api.ts";
import type { Post } from "./delivery-receiver.ts";
import type { EventListener } from "./event-listener.ts";
import type { FileSender } from "./file-sender.ts";
import type { InstanceRows } from "./look-at-instance.ts";
import type { InstanceProcess } from "./server-processes.ts";
import type { TextWriter } from "./text-writer.ts";

/** Time during which a process was down, from its kill or stop to its restart. */
export interface Outage {
  readonly fromMs: number;
  readonly toMs: number;
  /** True if it was stopped, not killed: posts under way are aborted and don't count as attempts. */
  readonly isStop: boolean;
}

/** Time within which an acknowledged post is recorded, unless a process is killed meanwhile. */
const settleMs = 10_000;
/** The receiver answers within half of this. */
const answerMs = 1_000;

/** Checks that every acknowledged text is in the database and that every process reads it. */
export async function checkTexts(
  writers: readonly TextWriter[],
  rows: InstanceRows,
  { processes, token }: { processes: readonly InstanceProcess[]; token: string },
): Promise<string[]> {
  const found: string[] = [];
  const contents = new Map(rows.memos.map((memo) => [memo.id, memo.content]));
  for (const [id, texts] of writers.flatMap(({ possible }) => [...possible])) {
    const content = contents.get(id);
    if (content === undefined || !texts.has(content)) {
      found.push(`${id} is ${JSON.stringify(content)}, not one of ${JSON.stringify([...texts])}`);
    }
  }
  for (const { name, url } of processes) {
    const api = createApi(url, (fault) => found.push(`${name}: ${fault}`));
    for (const id of writers.flatMap(({ possible }) => [...possible.keys()])) {
      const answer = await api.ask("GET", `/api/v1/memos/${id}`, { token });
      const read = answer?.body["content"];
      if (read !== contents.get(id)) {
        found.push(`${name} reads ${id} as ${JSON.stringify(read)}: ${answer?.status}`);
      }
    }
  }
  return found;
}

/** Checks that every listener received every expected event, and each memo's creation exactly once. */
export function checkEvents(
  listeners: readonly EventListener[],
  writers: readonly TextWriter[],
  expected: readonly string[],
): string[] {
  const found: string[] = [];
  const [oldest] = expected;
  for (const [at, { heard }] of listeners.entries()) {
    const ids = new Set(heard.map(({ id }) => id));
    for (const id of expected) if (!ids.has(id)) found.push(`listener ${at} missed event ${id}`);
    const known = new Set(expected);
    for (const id of ids) {
      if (oldest !== undefined && Number(id) < Number(oldest)) continue;
      if (!known.has(id)) found.push(`listener ${at} heard event ${id}, which there is not`);
    }
    const made = heard.filter(({ type }) => type === "memo.created").map(({ name }) => name);
    for (const id of writers.flatMap((writer) => [...writer.made])) {
      const times = made.filter((name) => name === `memos/${id}`).length;
      if (times !== 1) found.push(`listener ${at} heard ${times} times that ${id} was made`);
    }
  }
  return found;
}

/**
 * Checks that no delivery was posted more often than its recorded attempts, except for posts aborted by a
 * stop; that no delivery was posted again after its acknowledgement, unless an outage could prevent
 * recording it; and that each memo's creation was delivered once to each webhook.
 */
export function checkDeliveries(
  posts: ReadonlyMap<string, readonly Post[]>,
  outages: readonly Outage[],
  writers: readonly TextWriter[],
  { rows, webhooks }: { rows: InstanceRows; webhooks: number },
): string[] {
  const found: string[] = [];
  for (const [id, made] of posts) {
    const row = rows.deliveries.get(id);
    const attempts = row?.attempts ?? 0;
    const counted = made.filter((post) => !isBrokenOff(post, outages));
    if (counted.length > attempts) found.push(`${id} was tried ${attempts} times: ${words(made)}`);
    for (const [at, { receivedMs, acknowledgedMs }] of made.entries()) {
      const next = made[at + 1];
      if (acknowledgedMs === null || next === undefined) continue;
      const toMs = Math.min(acknowledgedMs + settleMs, next.receivedMs);
      const isCut = outages.some((each) => each.fromMs <= toMs && each.toMs >= receivedMs);
      if (!isCut) found.push(`${id} was posted again: ${words(made)}`);
    }
    if (row?.state === "DELIVERED" && made.every((post) => post.acknowledgedMs === null)) {
      found.push(`${id} counts as delivered: ${words(made)}`);
    }
  }
  const makings = [...rows.deliveries.values()].filter(({ event }) => event === "memo.created");
  for (const memo of writers.flatMap((writer) => [...writer.made])) {
    const own = makings.filter((delivery) => delivery.memo === memo);
    const to = new Set(own.map(({ webhook }) => webhook));
    if (own.length !== webhooks || to.size !== webhooks) {
      found.push(`that ${memo} was made has ${own.length} deliveries to ${to.size} webhooks`);
    }
  }
  for (const { id, state, attempts } of rows.deliveries.values()) {
    if (state !== "DELIVERED") found.push(`${id} is ${state} after ${attempts} attempts`);
  }
  return found;
}

/** True if a stop of the sender may have prevented it from receiving or recording the response. */
function isBrokenOff({ receivedMs, acknowledgedMs }: Post, outages: readonly Outage[]): boolean {
  const untilMs = (acknowledgedMs ?? receivedMs) + answerMs;
  return outages.some((each) => each.isStop && each.fromMs <= untilMs && each.toMs >= receivedMs);
}

function words(posts: readonly Post[]): string {
  return posts
    .map(
      ({ receivedMs, acknowledgedMs: doneMs }) =>
        `${receivedMs}${doneMs === null ? "" : `–${doneMs}`}`,
    )
    .join(", ");
}

/** Checks that every file acknowledged as complete has its row, and its bytes under their digest. */
export function checkFiles(
  senders: readonly FileSender[],
  received: ReadonlySet<string>,
  blobs: string,
): string[] {
  const found: string[] = [];
  for (const sha256 of senders.flatMap(({ whole }) => [...whole])) {
    const file = join(blobs, "kept", sha256.slice(0, 2), sha256);
    if (!received.has(sha256)) found.push(`nobody knows of the file ${sha256}`);
    if (!existsSync(file)) found.push(`the file ${sha256} is not there`);
    else if (createHash("sha256").update(readFileSync(file)).digest("hex") !== sha256) {
      found.push(`the file ${sha256} holds other bytes`);
    }
  }
  return found;
}
