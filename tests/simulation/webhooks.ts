import { memoEventOf } from "@tidemark/core/event";
import type { MemoChange } from "@tidemark/core";
import { deliverDue, type SendOutcome } from "@tidemark/core/webhook";
import { Crash } from "./crash.ts";
import { hold } from "./failure.ts";
import type { World } from "./world.ts";
import { type UserReference, usernameOf } from "@tidemark/core/names";

const hookOf = (user: UserReference): string => `hook-${usernameOf(user)}`;

/** Adds a webhook for all events to every user. */
export async function addWebhooks({ server, nowMs }: World): Promise<void> {
  await server.file.peek.write(async ({ webhooks }) => {
    for (const user of ["users/alice", "users/bob", "users/carol"] as const) {
      await webhooks.insert({
        id: hookOf(user),
        user,
        url: "http://hook.test",
        displayName: "",
        sealedSecret: "",
        events: [],
        createdMs: nowMs,
        updatedMs: nowMs,
      });
    }
  });
}

/** Makes the server send the deliveries that are due by `untilMs`. */
export async function deliverToWebhooks(
  world: World,
  answer: "taken" | "refused" | "unheard",
  untilMs: number,
): Promise<void> {
  const { process } = world.server;
  if (process === null || world.script.hooks !== true) return;
  try {
    await deliverDue({
      database: process.database,
      holder: "server",
      nowMs: () => untilMs,
      random: () => 0.5,
      secretBox: { seal: (text) => text, open: (text) => text },
      signal: { aborted: false },
      send: (_url, headers, body) => Promise.resolve(receive(world, headers, body, answer)),
      formatTime: (ms) => new Date(ms).toISOString(),
      memoToJson: (_user, { memo }) => Promise.resolve({ id: memo.id, content: memo.content }),
      onFault(error) {
        if (!(error instanceof Crash)) throw error;
      },
    });
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    world.server.process = null;
  }
}

/** I5 · a repeated delivery has the same body as the first. */
function receive(
  world: World,
  headers: Readonly<Record<string, string>>,
  body: string,
  answer: "taken" | "refused" | "unheard",
): SendOutcome {
  const id = headers["webhook-id"] ?? "";
  const first = world.received.get(id) ?? body;
  hold("I5", first === body, () => `${id} was first ${first}, then ${body}`);
  if (answer === "refused") return { type: "answered", status: 503, text: "" };
  world.received.set(id, body);
  if (answer === "unheard") return { type: "failed", reason: "no answer" };
  return { type: "answered", status: 204, text: "" };
}

interface DeliveryRow {
  readonly id: string;
  readonly webhook: string;
  readonly memo: string;
  readonly state: string;
  readonly snapshot: string | null;
  readonly attempts: number;
}

/** I5 · each change with an event has one delivery; other changes have none. */
export function checkNotified(world: World, changes: readonly MemoChange[]): void {
  const { file } = world.server;
  if (world.script.hooks !== true || changes.length === 0) return;
  const rows = file.all<DeliveryRow>(
    `SELECT d.id, d.webhook, d.memo, d.state, s.memo AS snapshot, d.attempts
      FROM webhook_delivery AS d LEFT JOIN delivery_snapshot AS s ON s.pk = d.snapshot_pk`,
  );
  for (const change of changes) {
    const row = change.after?.row;
    // Skips changes that were rolled back, or that another change followed.
    if (row === undefined || file.memos().get(row.id)?.seq !== row.seq) continue;
    const heard = rows.filter(
      ({ webhook, memo, snapshot }) =>
        webhook === hookOf(row.creator) &&
        memo === row.id &&
        (JSON.parse(snapshot ?? "{}") as { seq?: number }).seq === row.seq,
    );
    const wanted = memoEventOf(change) === null ? 0 : 1;
    const own = heard.filter(({ memo }) => memo === row.id);
    // If the parent has the same owner, they also get the new comment as an event of their memo.
    const most = wanted === 1 && row.parent !== null && change.before === null ? 2 : wanted;
    hold("I5", own.length >= wanted && own.length <= most, () => {
      return `${own.length} deliveries tell of ${row.id} at ${row.seq}, not ${wanted}`;
    });
  }
}

/** I5 · at rest, every delivery was received or has failed for good. */
export function checkAllNotified(world: World): void {
  if (world.script.hooks !== true) return;
  const rows = world.server.file.all<DeliveryRow>(
    "SELECT id, webhook, memo, state, attempts FROM webhook_delivery",
  );
  for (const { id, memo, state, attempts } of rows) {
    const isDone = state === "DELIVERED" ? world.received.has(id) : state === "FAILED";
    hold("I5", isDone, () => `${id} of ${memo} is ${state} after ${attempts} tries`);
  }
}
