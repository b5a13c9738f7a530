import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Scratch, ScratchFile } from "../bytes/scratch.ts";
import { makeTempDir } from "./temp-dir.ts";

/** Opens temporary storage in a folder; `within` is as for `makeTempDir`. */
export async function openFolderScratch(within: string | null): Promise<Scratch> {
  await using resources = new AsyncDisposableStack();
  const { dir } = resources.use(await makeTempDir(within));
  let count = 0;
  const held = resources.move();
  return {
    async create(): Promise<ScratchFile> {
      count += 1;
      const file = held.use(await open(join(dir, String(count)), "wx+", 0o600));
      let sizeBytes = 0;
      return {
        get sizeBytes() {
          return sizeBytes;
        },
        async append(bytes) {
          await file.appendFile(bytes);
          sizeBytes += bytes.length;
        },
        async read(start, end) {
          const bytes = new Uint8Array(end - start);
          const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
          if (bytesRead < bytes.length) throw new Error("unexpected end of the file");
          return bytes;
        },
      };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
