import { fromUtf8 } from "../bytes/text-bytes.ts";
import { readBytesIfAny, type SourceTree } from "../archive/source-tree.ts";
import { dayFormat, type DayFormat } from "../markdown/names/day-format.ts";
import { dayInName } from "../markdown/names/day-in-name.ts";
import { isNote } from "../archive/note-name.ts";
import { folderOf, type NoteIndex, stemOf } from "../markdown/note-index.ts";
import { type NotePlace, readNotes, userFolder } from "../markdown/read-notes.ts";
import type { SourceFormat } from "../model.ts";
import { wikiParts } from "../obsidian/wiki-links.ts";

const configName = /^(|.*\/)logseq\/config\.edn$/;
const maxBytes = 1024 * 1024;

/** Logseq's graphs of Markdown files: pages, journals named by their day, and assets. */
export const logseqFormat: SourceFormat = {
  name: "logseq",
  detect: ({ entries }) => entries.some(({ path }) => configName.test(path)),
  async read(tree) {
    const graph = await readGraph(tree);
    return {
      // Shares `format` with Markdown, so a note keeps its identity if the detected format changes.
      format: "markdown",
      id: tree.name.normalize("NFC"),
      label: `the Logseq graph "${tree.name}"`,
      items: () =>
        readNotes(tree, {
          wiki: wikiParts,
          keepsEmpty: true,
          isOwn,
          placeOf: (path) => placeOf(graph, path),
          withNames: (index) => withPages(tree, graph, index),
        }),
      async [Symbol.asyncDispose]() {},
    };
  },
};

/** Returns true for settings, copies of earlier versions, and deleted pages. */
function isOwn(path: string): boolean {
  return /(?:^|\/)logseq\//.test(path);
}

interface Graph {
  /** Folder of the graph, with its slash. */
  readonly top: string;
  readonly journals: string;
  readonly pages: string;
  /** Formats of journals: of their files and of their titles. */
  readonly fileDay: DayFormat | null;
  readonly titleDay: DayFormat | null;
  /** True if `/` in a page's name is written as three underscores, not as `.` or `%2F`. */
  readonly hasUnderscores: boolean;
}

async function readGraph(tree: SourceTree): Promise<Graph> {
  const path = tree.entries.find((entry) => configName.test(entry.path))?.path ?? "";
  const bytes = await readBytesIfAny(tree, path, maxBytes);
  const config = withoutComments(fromUtf8(bytes ?? new Uint8Array()));
  const text = (name: string): string | null =>
    new RegExp(`:${name}\\s+"([^"\\n]{1,200})"`).exec(config)?.[1] ?? null;
  const top = configName.exec(path)?.[1] ?? "";
  const file = text("journal/file-name-format") ?? "yyyy_MM_dd";
  const title = text("journal/page-title-format") ?? text("date-formatter") ?? "MMM do, yyyy";
  return {
    top,
    journals: `${top}${text("journals-directory") ?? "journals"}/`,
    pages: `${top}${text("pages-directory") ?? "pages"}/`,
    fileDay: dayFormat(file, "java"),
    titleDay: dayFormat(title, "java"),
    hasUnderscores: /:file\/name-format\s+:triple-lowbar/.test(config),
  };
}

function withoutComments(config: string): string {
  return config
    .split("\n")
    .map((line) => (/^\s*;/.test(line) ? "" : line))
    .join("\n");
}

function placeOf(graph: Graph, path: string): NotePlace | null {
  const stem = stemOf(path);
  if (path.startsWith(graph.journals)) {
    const dayMs = graph.fileDay?.(stem) ?? graph.titleDay?.(stem) ?? dayInName(stem)?.ms ?? null;
    return { name: pageName(graph, stem), folder: "", dayMs };
  }
  const folder = folderOf(path.slice(path.startsWith(graph.pages) ? graph.pages.length : 0));
  return { name: pageName(graph, stem), folder: userFolder(folder), dayMs: null };
}

/** Returns a page's name from its file's, which has other letters for those that files can't have. */
function pageName({ hasUnderscores }: Graph, stem: string): string {
  const name = hasUnderscores ? stem.replaceAll("___", "/") : stem;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Adds links to pages by their names, and to journals by their days in the graph's format. */
function withPages(tree: SourceTree, graph: Graph, index: NoteIndex): NoteIndex {
  const pages = new Map<string, string>();
  const days = new Map<number, string>();
  for (const { path } of tree.entries) {
    if (!isNote(path) || isOwn(path)) continue;
    const { name, dayMs } = placeOf(graph, path) ?? { name: "", dayMs: null };
    pages.set(name.normalize("NFC").toLowerCase(), path);
    if (dayMs !== null) days.set(dayMs, path);
  }
  return {
    ...index,
    byName(note, name) {
      const page = pages.get(name.trim().normalize("NFC").toLowerCase());
      const found = page ?? index.byName(note, name);
      if (found !== null) return found;
      const day = graph.titleDay?.(name.trim()) ?? dayInName(name)?.ms ?? null;
      return day === null ? null : (days.get(day) ?? null);
    },
  };
}
