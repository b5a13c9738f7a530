import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeOnce } from "@tidemark/db/node";

/** Marker of a file store: the id of the instance that owns it, stored next to the files. */
export interface StoreMarker extends Disposable {
  /** Location, for messages. */
  readonly place: string;
  /** Returns the instance's id; null if there is no marker. */
  read(): Promise<string | null>;
  /** Writes it, unless one exists. */
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

/** Returns the path of the marker in a folder of files. */
export function markerFile(files: string): string {
  return join(files, "blobs", "instance");
}
