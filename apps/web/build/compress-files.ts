import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Files that are compressed already. */
const packed = /\.(?:br|gz|png|woff2|webp|jpg|ico)$/;

/** Parts that a browser needs before it shows a list. */
const firstPart = /^assets\/(?:early-keys|index|rolldown-runtime|first(?!-run)|main|sqlite3)-/;
/** Files that are compressed best. The others are compressed in a tenth of the time. */
const isWorthwhile = (file: string): boolean =>
  firstPart.test(file) || /^(?:index\.html|assets\/shell-)/.test(file);
const quickQuality = 9;

/** Compressed files shorter than this save nothing. */
const leastBytes = 512;

/** Contents of `build.json`, which describes a built folder to the server. */
export interface BuiltFiles {
  /** Version of the build, the same in the page, its worker and its lock. */
  readonly version: string;
  /** Paths of all files in the folder, without those that are compressed copies. */
  readonly files: readonly string[];
  /** Paths of the files that a browser needs before it shows a list. */
  readonly first: readonly string[];
}

/**
 * Puts a copy with brotli and one with gzip beside each file that gets shorter by it, and the list of files in
 * `build.json`.
 */
export async function compressFiles(folder: string, version: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
  for (const file of files.filter((each) => !packed.test(each))) {
    const path = join(folder, file);
    const bytes = await readFile(path);
    if (bytes.length < leastBytes) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: isWorthwhile(file)
        ? constants.BROTLI_MAX_QUALITY
        : quickQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    await writeFile(`${path}.br`, await brotli(bytes, { params }));
    await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
  }
  const built: BuiltFiles = { version, files, first: files.filter((file) => firstPart.test(file)) };
  await writeFile(join(folder, "build.json"), `${JSON.stringify(built)}\n`);
}
