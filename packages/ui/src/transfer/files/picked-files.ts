/** File to import, with its path relative to the selection. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

/** Dropped item: a file system entry, or a file without one. */
export type Dropped = FileSystemEntry | File;

/** Version control, trash and system files, which are never imported. */
const leftOut: ReadonlySet<string> = new Set([".git", ".trash", "__MACOSX", ".DS_Store"]);

/** Returns all files of dropped items, including those in folders. */
export async function filesOfEntries(
  entries: readonly Dropped[],
  signal: AbortSignal,
): Promise<PickedFile[]> {
  const found: PickedFile[] = [];
  const waiting: Dropped[] = entries.toReversed();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    signal.throwIfAborted();
    if (leftOut.has(entry.name)) continue;
    if (entry instanceof File) found.push({ path: entry.name, file: entry });
    else if (isFolder(entry)) waiting.push(...(await entriesOf(entry)).toReversed());
    else if (isFile(entry)) {
      found.push({ path: entry.fullPath.replace(/^\//, ""), file: await fileOf(entry) });
    }
  }
  return found;
}

/** Returns the files chosen in a system dialog, with their paths in a folder. */
export function filesOfInput(files: Iterable<File>): PickedFile[] {
  return [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !path.split("/").some((part) => leftOut.has(part)));
}

/**
 * Puts the files under one folder, whose name identifies the import: that of a single selection, or the time
 * for several.
 */
export function underOneName(files: readonly PickedFile[], now: Date): readonly PickedFile[] {
  const tops = new Set(files.map(({ path }) => path.split("/", 1)[0]));
  if (tops.size <= 1) return files;
  const [day = "", time = ""] = now.toISOString().split("T");
  const folder = `${day} ${time.slice(0, 5).replace(":", ".")}`;
  return files.map(({ path, file }) => ({ path: `${folder}/${path}`, file }));
}

/** Returns true if a dropped item may be an import source: a folder, text, archive or database. */
export function mayHoldNotes(dropped: Dropped): boolean {
  const isWhole = !(dropped instanceof File) && dropped.isDirectory;
  return isWhole || /\.(md|markdown|zip|jex|tar|tgz|tar\.gz|db|sqlite3?)$/i.test(dropped.name);
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Reads a folder, which is listed in parts until an empty one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Returns the items of a drop. They are available only during the event. */
export function droppedOn({ items }: Pick<DataTransfer, "items">): Dropped[] {
  return [...items]
    .filter(({ kind }) => kind === "file")
    .flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
}

/**
 * Returns the path that contains all of the files, which then needn't be uploaded. Null unless they are a
 * single selection and the window knows its path.
 */
export function placeOf(
  files: readonly PickedFile[],
  pathOf: (file: File) => string,
): string | null {
  const [first] = files;
  if (first === undefined) return null;
  const [top = ""] = first.path.split("/", 1);
  if (files.some(({ path }) => path !== top && !path.startsWith(`${top}/`))) return null;
  const path = pathOf(first.file).replaceAll("\\", "/");
  return path.endsWith(`/${first.path}`) ? path.slice(0, -first.path.length) + top : null;
}
