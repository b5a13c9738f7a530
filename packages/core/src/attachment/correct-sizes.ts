import { feedRow } from "../feed/attachment-feed.ts";
import type { AttachmentRecord } from "../model/attachment.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { mark } from "../stores/meta/meta-form.ts";
import type { ServerDatabase, ServerWriteStores } from "../stores/server-database.ts";
import type { BlobStore } from "./file/blob-store.ts";
import { embeddedVideo } from "./file/motion-media.ts";
import type { Scope } from "../model/scope.ts";

const batchSize = 200;
const correctedKey = defineMeta("attachment_sizes_corrected", mark);

/**
 * Sets the lengths of attachments to those of their stored content, and removes embedded videos whose range
 * exceeds the content: versions up to 0.2 accepted both from devices. Runs once per database. If `stopping`
 * aborts, the next call does the rest. Returns how many it changed.
 */
export async function correctSizes(
  database: ServerDatabase,
  blobs: Pick<BlobStore, "size">,
  stopping?: { readonly aborted: boolean },
): Promise<number> {
  if (await database.read(({ meta }) => meta.get(correctedKey))) return 0;
  let corrected = 0;
  for (let afterId = ""; ;) {
    const ids = await database.read(({ attachments }) => attachments.ids(afterId, batchSize));
    const last = ids.at(-1);
    if (last === undefined) break;
    afterId = last;
    const sizes = new Map<string, number>();
    for (const each of await database.read(({ attachments }) => attachments.findMany(ids))) {
      if (stopping?.aborted === true) return corrected;
      const size = each.sha256 === null ? null : await blobs.size(each.sha256);
      if (size !== null && isWrong(each, size)) sizes.set(each.id, size);
    }
    if (sizes.size > 0) corrected += await database.write((stores) => setSizes(stores, sizes));
  }
  await database.write(({ meta }) => meta.set(correctedKey, true));
  return corrected;
}

function isWrong({ sizeBytes, motion }: AttachmentRecord, size: number): boolean {
  return sizeBytes !== size || (motion?.hasEmbeddedVideo === true && !embeddedVideo(motion, size));
}

async function setSizes(
  stores: ServerWriteStores,
  sizes: ReadonlyMap<string, number>,
): Promise<number> {
  const touched = new Set<Scope>();
  const found = await stores.attachments.findMany([...sizes.keys()]);
  for (const { number: _number, ...file } of found) {
    const sizeBytes = sizes.get(file.id) ?? file.sizeBytes;
    const holdsVideo =
      file.motion?.hasEmbeddedVideo !== true || embeddedVideo(file.motion, sizeBytes) !== null;
    const motion = holdsVideo ? file.motion : null;
    const after = { ...file, sizeBytes, motion, seq: await stores.meta.nextSeq() };
    await stores.attachments.update(after);
    await feedRow(stores, after, touched);
  }
  stores.afterCommit({ kind: "scopes-moved", scopes: [...touched] });
  return found.length;
}
