import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePiece } from "./folder-pieces.ts";
import type { UploadPieces } from "./upload-pieces.ts";
import type { Bucket } from "../../files/store/s3-bucket.ts";

const prefix = "uploads/";

/**
 * Opens a store of pieces in a bucket: `uploads/<upload>/<name>`. Pieces are staged in `folder`, which
 * belongs to this process and is emptied here.
 */
export async function openS3Pieces(folder: string, bucket: Bucket): Promise<UploadPieces> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const keyOf = (upload: string, name: string): string => `${prefix}${upload}/${name}`;
  return {
    async begin(upload) {
      const name = randomUUID();
      const file = join(folder, name);
      const hash = createHash("sha256");
      const piece = await writePiece(name, file, async () => {
        const content = { file, sizeBytes: piece.sizeBytes, sha256: hash.digest("hex") };
        await bucket.put(keyOf(upload, name), content);
      });
      return {
        name,
        get sizeBytes() {
          return piece.sizeBytes;
        },
        async add(bytes) {
          hash.update(bytes);
          await piece.add(bytes);
        },
        keep: () => piece.keep(),
        async [Symbol.asyncDispose]() {
          await piece[Symbol.asyncDispose]();
          await rm(file, { force: true });
        },
      };
    },
    open: (upload, name) => bucket.get(keyOf(upload, name)),
    remove: (upload, name) => bucket.remove(keyOf(upload, name)),
    async *list() {
      for await (const { key, writtenMs } of bucket.list(prefix)) {
        const [upload = "", name = ""] = key.slice(prefix.length).split("/");
        yield { upload, name, writtenMs };
      }
    },
  };
}
