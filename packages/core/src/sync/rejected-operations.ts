import { appError, type AppError, notFound } from "../errors.ts";
import type { Caller } from "../memo/access.ts";
import { commitMemo } from "../memo/commit-memo.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import { entityOf } from "../memo/write-memo.ts";
import type { OutboxRow, ReadStores } from "../ports.ts";
import { err, ok, type Result } from "../result.ts";
import { textHash, textUpdateTo, toBase64 } from "../text/index.ts";
import type { MemoOp } from "./operation.ts";
import type { Refusal } from "./replica.ts";

/** As many are listed; more than anybody goes through. */
export const maxRejected = 1_000;

export async function findRejected(
  stores: Pick<ReadStores, "outbox">,
  n: number,
): Promise<OutboxRow | null> {
  return (await stores.outbox.rejected(maxRejected)).find((row) => row.n === n) ?? null;
}

/** Why the server refused an operation, and the text that it would have made. */
export function refusalOf(row: OutboxRow): Refusal {
  const kept = row.error === null ? null : (JSON.parse(row.error) as Refusal);
  return kept ?? { code: "invalid", content: null };
}

/** What an operation does, in words. */
export function describeOp(op: MemoOp): string {
  switch (op.kind) {
    case "memo.put":
      return "A memo";
    case "memo.text":
      return "An edit of the text";
    case "memo.purge":
      return "Removing the memo for good";
    case "memo.element":
      return op.set === "reaction" ? "A reaction" : "A link to another memo";
    case "memo.set": {
      if (op.set.deletedMs !== undefined) {
        return op.set.deletedMs === null ? "Taking it out of the trash" : "Moving it to the trash";
      }
      const names = Object.keys(op.set).filter((name) => name !== "updatedMs");
      return `A change of ${names.join(", ") || "its time"}`;
    }
  }
}

export function describeRefusal(code: Refusal["code"]): string {
  switch (code) {
    case "denied":
      return "You may not change this memo any more.";
    case "gone":
      return "The memo was removed for good elsewhere.";
    case "too-large":
      return "The text is longer than the server takes.";
    case "invalid":
      return "The server does not take this value.";
    case "missing":
    case "missing-base":
    case "other-generation":
      return "The server does not have what this change builds on.";
  }
}

/**
 * Makes a refused change again, on the memo as it is now and under a new stamp, and takes the entry
 * away. NOT_FOUND when the memo is not here any more: its text can be copied to a new one.
 */
export async function retryRejected(
  deps: Pick<MemoDeps, "database" | "journal" | "clock" | "textClientId">,
  caller: Caller,
  n: number,
): Promise<Result<null, AppError>> {
  return deps.database.write(async (stores) => {
    const row = await findRejected(stores, n);
    if (row === null) return err(notFound());
    const record = await stores.memos.find(row.op.entity);
    const before = record === null ? null : await entityOf(stores, record);
    if (before === null && row.op.kind !== "memo.put") return err(notFound());
    const stamp = deps.clock.tick();
    const op: MemoOp | null =
      row.op.kind === "memo.text" && before !== null
        ? textAgain(deps, before, row.op, stamp, refusalOf(row).content)
        : { ...row.op, stamp };
    await stores.outbox.remove([n]);
    if (op === null) return ok(null);
    const atMs = deps.clock.nowMs();
    const commit = { before, ops: [op], caller, textReason: "edit", atMs } as const;
    const done = await commitMemo(stores, deps.journal, commit);
    return done.ok ? ok(null) : err(appError("FAILED_PRECONDITION", "the change does not fit"));
  });
}

type Entity = Awaited<ReturnType<typeof entityOf>>;

/** The edit anew: the document that the old one was made on may be gone. null: nothing to change. */
function textAgain(
  deps: Pick<MemoDeps, "textClientId">,
  { row, text }: Entity,
  op: Extract<MemoOp, { kind: "memo.text" }>,
  stamp: string,
  content: string | null,
): MemoOp | null {
  const current = { memo: row.id, content: row.content, text };
  const wanted = content ?? row.content;
  const update = textUpdateTo(current, wanted, deps.textClientId(row.id, text.gen));
  if (update === null) return null;
  return {
    kind: "memo.text",
    entity: op.entity,
    stamp,
    gen: text.gen,
    update: toBase64(update),
    baseSha: textHash(row.content),
    resultSha: textHash(wanted),
    updatedMs: op.updatedMs,
  };
}
