import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Rolldown } from "vite";
import type { FilesOfBuild } from "../src/owner/build-names.ts";

/** Files that few people need, stored when they are used: character maps of PDFs, diagrams, a test language. */
const large = /^assets\/(?:pdf-|mermaid|en-XA)/;

const catalogue = /\/locales\/(?!en-XA)([\w-]+)\.po$/;

/**
 * Returns the files of a built page that the service worker stores, by what the bundler says. Writes the page
 * and the list of the other files below `assets` too, under names with a hash: files of two builds never mix.
 */
export async function listFiles(
  folder: string,
  chunks: readonly Rolldown.OutputChunk[],
): Promise<FilesOfBuild> {
  const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");
  const languages = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const language = catalogue.exec(facadeModuleId ?? "")?.[1];
    return language === undefined ? [] : [[language, fileName] as const];
  });
  // A script before the modules isn't a chunk of the bundler.
  const early = named([await read("index.html")], /<script src="\/(assets\/[\w-]+\.js)"/g);
  const loaded = [...early, ...loadedFirst(chunks)];
  const texts = await Promise.all(loaded.map(read));
  // The worker, SQLite and the fonts are named by the files that load them.
  const worker = only(texts, /new Worker\(.{0,80}?\/(assets\/[\w-]+\.js)/g);
  const ofWorker = await withImports(worker, read);
  const sqlite = only([...ofWorker.values()], /\/(assets\/sqlite3-[\w-]+\.wasm)/g);
  const fonts = named(texts, /url\(\/(assets\/[\w-]+\.woff2)\)/g);
  const first = [...loaded, ...ofWorker.keys(), sqlite, ...fonts];

  const known = new Set([...first, "index.html"]);
  const others = (await filesIn(folder)).filter((file) => !known.has(file) && !large.test(file));
  const shell = await writeHashed(folder, "shell", ".html", await read("index.html"));
  const rest = await writeHashed(folder, "files", ".json", JSON.stringify(others.map(toPath)));
  return {
    shell: toPath(shell),
    files: first.map(toPath),
    languages: Object.fromEntries(languages.map(([tag, file]) => [tag, toPath(file)])),
    rest: toPath(rest),
  };
}

/** Returns the scripts and styles that the page loads before it shows anything. Phones wait for their parts. */
function loadedFirst(chunks: readonly Rolldown.OutputChunk[]): readonly string[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const add = (fileName: string): void => {
    if (found.has(fileName)) return;
    found.add(fileName);
    const chunk = byFile.get(fileName);
    for (const name of [...(chunk?.imports ?? []), ...(chunk?.viteMetadata?.importedCss ?? [])]) {
      add(name);
    }
  };
  for (const { fileName, isEntry, facadeModuleId } of chunks) {
    if (isEntry || facadeModuleId?.endsWith("/phone/phone-parts.ts") === true) add(fileName);
  }
  return [...found];
}

/** Returns a script with those that it imports when it starts, by name. The bundler reports none of a worker. */
async function withImports(
  script: string,
  read: (file: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = [script];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = await read(file);
    found.set(file, text);
    const imported = named([text], /\b(?:from|import)\s*"\.\/([\w-]+\.js)"/g);
    waiting.push(...imported.map((name) => `assets/${name}`));
  }
  return found;
}

function named(texts: readonly string[], pattern: RegExp): string[] {
  const names = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
  return [...new Set(names)];
}

function only(texts: readonly string[], pattern: RegExp): string {
  const [name, ...others] = named(texts, pattern);
  if (name === undefined || others.length > 0) throw new Error(`not one file is ${pattern.source}`);
  return name;
}

async function writeHashed(
  folder: string,
  name: string,
  ending: string,
  content: string,
): Promise<string> {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  const file = `assets/${name}-${hash}${ending}`;
  await writeFile(join(folder, file), content);
  return file;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}

const toPath = (file: string): string => `/${file}`;
