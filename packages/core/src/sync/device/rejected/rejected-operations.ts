import type { WriteContext } from "../../../commit/write-context.ts";
import { commitAttachment } from "../../../commit/commit-attachment.ts";
import type { AttachmentRow } from "../../../model/attachment.ts";
import { nextUpdateMs } from "../../../clock/update-time.ts";
import { appError, type AppError, notFound } from "../../../error/errors.ts";
import type { Caller } from "../../../model/caller.ts";
import { commitMemo } from "../../../commit/commit-memo.ts";
import type { MemoDeps } from "../../../memo/memo-deps.ts";
import { entityOf } from "../../../commit/entity-of.ts";
import { changeRegister } from "../../../commit/commit-register.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import type {
  DeviceDatabase,
  DeviceReadStores,
  DeviceWriteStores,
} from "../../../stores/device-database.ts";
import { err, ok, type Result } from "../../../error/result.ts";
import { textHash, textUpdateTo, toBase64 } from "../../../text/index.ts";
import { applyAttachmentOp } from "../../../merge/apply-attachment-op.ts";
import type { AttachmentOp } from "../../../merge/attachment-op.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { type Refusal, refusalSchema } from "../../protocol/refusal.ts";
import { parseJson } from "../../../json/parse-json.ts";
import { isHeld, releaseHeld } from "../rebase/held-memos.ts";
import { isMemoOp, isRegisterOp, type SyncOp } from "../../../merge/sync-op.ts";

/** Maximum number of listed operations; more than a user reads. */
export const maxRejected = 1_000;

export async function findRejected(
  stores: Pick<DeviceReadStores, "outbox">,
  n: number,
): Promise<OutboxRow | null> {
  return (await stores.outbox.rejected(maxRejected)).find((row) => row.n === n) ?? null;
}

/** Returns the reason for a refusal, and the text that the operation would have made. */
export function refusalOf(row: OutboxRow): Refusal {
  const kept = row.error === null ? null : parseJson(refusalSchema.nullable(), row.error);
  return kept ?? { code: "invalid", content: null };
}

/** Returns the file of a refused `attachment.put`, or null. Its row isn't stored, but its content is. */
export async function findRefusedFile(
  stores: Pick<DeviceReadStores, "outbox">,
  attachment: string,
): Promise<AttachmentRow | null> {
  const row = (await stores.outbox.rejected(maxRejected)).find(
    ({ op }) => op.kind === "attachment.put" && op.entity === attachment,
  );
  if (row?.op.kind !== "attachment.put") return null;
  const made = applyAttachmentOp(null, row.op);
  return made.ok ? made.value.row : null;
}

/** Returns the id of the memo that an operation is about, or "". */
export function memoOfOp(op: SyncOp): string {
  switch (op.kind) {
    case "attachment.put":
      return op.memo ?? "";
    case "attachment.set":
      return op.link?.memo ?? "";
    case "attachment.remove":
    case "setting.set":
    case "view.put":
    case "view.remove":
      return "";
    default:
      return op.entity;
  }
}

/**
 * Retries a refused change on the current memo with a new stamp, and removes the entry. A held memo is sent
 * again as it is now. Returns NOT_FOUND if the entry or the memo no longer exists (the text can be copied to a
 * new memo), and FAILED_PRECONDITION if the change isn't valid.
 */
export async function retryRejected(
  deps: Pick<MemoDeps<DeviceDatabase>, "database" | "journal" | "clock" | "textClientId">,
  caller: Caller,
  n: number,
): Promise<Result<null, AppError>> {
  return deps.database.write(async (stores) => {
    const row = await findRejected(stores, n);
    if (row === null) return err(notFound());
    if (isHeld(row)) {
      if (refusalOf(row).code === "gone") return err(notFound());
      await releaseHeld(stores, { memo: row.op.entity });
      stores.afterCommit({ kind: "memo-written", id: row.op.entity });
      return ok(null);
    }
    if (isRegisterOp(row.op)) {
      await stores.outbox.remove([n]);
      const { stated: _stated, ...change } = row.op;
      await changeRegister({ stores, deps, caller }, change);
      return ok(null);
    }
    if (!isMemoOp(row.op)) return retryAttachment({ stores, deps, caller }, n, row.op);
    const record = await stores.memos.find(row.op.entity);
    const before = record === null ? null : await entityOf(stores, record);
    if (before === null && row.op.kind !== "memo.put") return err(notFound());
    const stamp = deps.clock.tick();
    const op: MemoOp | null =
      row.op.kind === "memo.text" && before !== null
        ? textAgain(deps, before, { ...row.op, stamp }, refusalOf(row).content)
        : { ...row.op, stamp };
    await stores.outbox.remove([n]);
    if (op === null) return ok(null);
    const atMs = deps.clock.nowMs();
    const commit = { before, ops: [op], caller, textReason: "edit", atMs } as const;
    const done = await commitMemo(stores, deps.journal, commit);
    return done.ok ? ok(null) : err(appError("FAILED_PRECONDITION", "the change isn't valid"));
  });
}

async function retryAttachment(
  { stores, deps, caller }: WriteContext<Pick<MemoDeps, "journal" | "clock">, DeviceWriteStores>,
  n: number,
  refused: AttachmentOp,
): Promise<Result<null, AppError>> {
  const before = await stores.attachments.find(refused.entity);
  const stamp = deps.clock.tick();
  const stamps = { filename: stamp, link: stamp };
  const isPut = refused.kind === "attachment.put";
  const op: AttachmentOp = isPut ? { ...refused, stamp, stamps } : { ...refused, stamp };
  const atMs = deps.clock.nowMs();
  await stores.outbox.remove([n]);
  const done = await commitAttachment(stores, deps.journal, { before, op, caller, atMs });
  return done.ok ? ok(null) : err(notFound());
}

type Entity = Awaited<ReturnType<typeof entityOf>>;

/**
 * Builds the refused edit again on the current document, because the document that it was made on may have
 * been renewed. Returns null if nothing would change.
 */
function textAgain(
  deps: Pick<MemoDeps, "textClientId">,
  { row, text }: Entity,
  op: Extract<MemoOp, { kind: "memo.text" }>,
  content: string | null,
): MemoOp | null {
  const current = { memo: row.id, content: row.content, text };
  const wanted = content ?? row.content;
  const update = textUpdateTo(current, wanted, deps.textClientId(row.id, text.gen));
  if (update === null) return null;
  return {
    kind: "memo.text",
    entity: op.entity,
    stamp: op.stamp,
    gen: text.gen,
    update: toBase64(update),
    baseSha: textHash(row.content),
    resultSha: textHash(wanted),
    updatedMs: nextUpdateMs(row, op.updatedMs),
  };
}
