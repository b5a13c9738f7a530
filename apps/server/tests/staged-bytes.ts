import { createHash } from "node:crypto";
import type { StagedBlob } from "@tidemark/core/attachment";

/** Creates staged content in memory; `bytes` is its current content. */
export function stagedBytes(content: Uint8Array): StagedBlob & { readonly bytes: Buffer } {
  const bytes = Buffer.from(content);
  return {
    bytes,
    sizeBytes: bytes.length,
    read: async (start, length) => new Uint8Array(bytes.subarray(start, start + length)),
    async overwrite(start, written) {
      if (start < 0 || start + written.length > bytes.length) throw new Error("beyond the content");
      bytes.set(written, start);
    },
    sha256: async () => createHash("sha256").update(bytes).digest("hex"),
    keep: async () => ({ sha256: "" }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
