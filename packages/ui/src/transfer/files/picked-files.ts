/** A file to be imported, with its place below what was chosen. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

/** What was dropped: an entry of the file system, or a file that is in none. */
export type Dropped = FileSystemEntry | File;

/** What versions and bins keep beside notes; nobody imports it. */
const leftOut: ReadonlySet<string> = new Set([".git", ".trash", "__MACOSX", ".DS_Store"]);

/** Every file of what was dropped, folders with what is in them. */
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

/** The files that were chosen in a dialog of the system, which says where in a folder they are. */
export function filesOfInput(files: Iterable<File>): PickedFile[] {
  return [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !path.split("/").some((part) => leftOut.has(part)));
}

/**
 * The same below one folder, by whose name the import is known later: that of what was chosen, or the
 * time where several things were chosen.
 */
export function underOneName(files: readonly PickedFile[], now: Date): readonly PickedFile[] {
  const tops = new Set(files.map(({ path }) => path.split("/", 1)[0]));
  if (tops.size <= 1) return files;
  const [day = "", time = ""] = now.toISOString().split("T");
  const folder = `${day} ${time.slice(0, 5).replace(":", ".")}`;
  return files.map(({ path, file }) => ({ path: `${folder}/${path}`, file }));
}

/** Whether something that was dropped anywhere may be meant to be imported: no picture, no recording. */
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

/** A folder is read in parts, until there is none any more. */
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

/** What a drop brings. It is there during the event alone. */
export function droppedOn({ items }: Pick<DataTransfer, "items">): Dropped[] {
  return [...items]
    .filter(({ kind }) => kind === "file")
    .flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
}

/**
 * Where on this machine all of the files are, when they are one thing and a window says it: nothing has
 * to be handed over then. null: nobody knows.
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
