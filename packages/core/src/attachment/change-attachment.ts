import type { WriteContext } from "../commit/write-context.ts";
import type { CommitDeps } from "../commit/commit-deps.ts";
import type { AttachmentOp } from "../merge/attachment-op.ts";
import { commitAttachment } from "../commit/commit-attachment.ts";
import type { AttachmentRecord } from "../model/attachment.ts";

type SetOp = Extract<AttachmentOp, { kind: "attachment.set" }>;

/**
 * Sets the name, link or motion of an attachment in the caller's transaction. The new stamp is later than the
 * known ones. The caller has checked that the change is allowed.
 */
export async function changeAttachment(
  { stores, deps: { journal, clock }, caller }: WriteContext<Pick<CommitDeps, "journal" | "clock">>,
  before: AttachmentRecord,
  set: Pick<SetOp, "filename" | "link" | "motion">,
): Promise<AttachmentRecord> {
  clock.observe(before.stamps.filename);
  clock.observe(before.stamps.link);
  const atMs = clock.nowMs();
  const done = await commitAttachment(stores, journal, {
    before,
    op: {
      kind: "attachment.set",
      entity: before.id,
      stamp: clock.tick(),
      ...set,
      updatedMs: atMs,
    },
    caller,
    atMs,
  });
  return done.ok && done.value !== null ? done.value : before;
}
