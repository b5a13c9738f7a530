import type { DeviceReadStores } from "@tidemark/core";
import type { WaitingOperation } from "@tidemark/core/router";
import { describeOp, describeUpload, memoOfOp } from "@tidemark/core/sync/device";

const shownWaiting = 100;

/** Returns operations that the server hasn't confirmed and pending uploads, oldest first. */
export async function listWaiting({
  outbox,
  memos,
  blobUploads,
  attachments,
}: Pick<DeviceReadStores, "outbox" | "memos" | "blobUploads" | "attachments">): Promise<
  WaitingOperation[]
> {
  const operations = [...(await outbox.pending(shownWaiting)), ...(await outbox.blocked())].map(
    ({ n, op, atMs, attempts, state }) => ({
      id: `operation ${n}`,
      what: describeOp(op),
      about: memoOfOp(op),
      atMs,
      attempts,
      // A blocked operation isn't part of the stream until the server knows its kind.
      waitsFor: state === "blocked" ? ("server" as const) : null,
    }),
  );
  const uploads = await blobUploads.list(shownWaiting);
  const files = await Promise.all(
    uploads.map(async ({ attachment, atMs, attempts }) => {
      const file = await attachments.find(attachment);
      return {
        id: `file ${attachment}`,
        what: describeUpload(file?.filename ?? null),
        about: file?.memo ?? "",
        atMs,
        attempts,
        waitsFor: "file" as const,
      };
    }),
  );
  const rows = [...operations, ...files].toSorted((a, b) => a.atMs - b.atMs).slice(0, shownWaiting);
  const found = await memos.heads([...new Set(rows.map(({ about }) => about))]);
  const heads = new Map(found.map(({ id, snippet, tags }) => [id, { id, snippet, tags }]));
  return rows.map(({ about, ...row }) => ({ ...row, memo: heads.get(about) ?? null }));
}
