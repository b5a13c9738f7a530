import { nameProblems, namesOf } from "./archive-names.ts";
import { isClutter, noteName, safePath } from "./entry-names.ts";
import { inOrder, type SourceEntry, SourceRefused, type SourceTree } from "./source-tree.ts";

/** File of a tar. Its size is checked. */
export interface TarRecord {
  /** As bytes, in the encoding of the archive. */
  readonly name: Uint8Array;
  readonly sizeBytes: number;
  readonly modifiedMs: number | null;
  open(path: string): AsyncIterable<Uint8Array>;
}

/** Returns the files of a tar; `file` is its name, for problems. Throws `SourceRefused`. */
export async function treeOfTar(
  records: readonly TarRecord[],
  { name, file }: { readonly name: string; readonly file: string },
): Promise<SourceTree> {
  const named = await namesOf(
    records.map((record) => ({ ...record, open: () => record.open(file) })),
  );
  const found = new Map<string, TarRecord>();
  const names = new Set<string>();
  const entries = named.names.flatMap((given, at): SourceEntry[] => {
    const record = records[at]!;
    const path = safePath(given);
    if (isClutter(path)) return [];
    noteName(names, path);
    found.set(path, record);
    return [{ path, sizeBytes: record.sizeBytes, modifiedMs: record.modifiedMs }];
  });
  return {
    name,
    entries: inOrder(entries),
    problems: nameProblems(file, named),
    nameEncoding: named.encoding,
    open(path) {
      const record = found.get(path);
      if (record === undefined) throw new SourceRefused("not-there", `${path} is not there`);
      return record.open(path);
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Returns the refusal of a link in a tar. */
export function linkInTar(name: string): SourceRefused {
  const words = `${safePath(name)} is a link; archives of notes may not contain links`;
  return new SourceRefused("link", words);
}

/** Returns the refusal of a tar that can't be read. */
export function brokenTar(cause: unknown): SourceRefused {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SourceRefused("broken", `the archive cannot be read: ${reason}`, { cause });
}
