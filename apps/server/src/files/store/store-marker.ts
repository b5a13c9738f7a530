import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeOnce } from "@tidemark/db/node";

/** What a store of files says of whose it is: the id of an instance, beside the files. */
export interface StoreMarker extends Disposable {
  /** Where it is, in messages. */
  readonly place: string;
  /** null: there is none. */
  read(): Promise<string | null>;
  /** Makes it, unless there is one. */
  make(instance: string): Promise<void>;
}

export function folderMarker(files: string): StoreMarker {
  const file = markerFile(files);
  return {
    place: file,
    async read() {
      try {
        return (await readFile(file, "utf8")).trim();
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
    },
    async make(instance) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeOnce(file, `${instance}\n`);
    },
    [Symbol.dispose]: () => {},
  };
}

/** Of the store in a folder of files. */
export function markerFile(files: string): string {
  return join(files, "blobs", "instance");
}
