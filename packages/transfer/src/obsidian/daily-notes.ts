import { isObject } from "@tidemark/core";
import { fromUtf8 } from "../bytes/text-bytes.ts";
import { readBytesIfAny, type SourceTree } from "../archive/source-tree.ts";
import { dayFormat, type DayFormat } from "../markdown/names/day-format.ts";
import { isNote } from "../archive/note-name.ts";
import { type NotePlace, userFolder } from "../markdown/read-notes.ts";

const settings =
  /(?:^|\/)\.obsidian\/(?:daily-notes|plugins\/(?:periodic-notes|journals)\/data)\.json$/;
const maxBytes = 1024 * 1024;

interface DailyNotes {
  /** Folder of the daily notes from the top, with its slash; "" for the top. */
  readonly folder: string;
  readonly day: DayFormat;
}

/**
 * Reads the format and the folder of a vault's daily notes, and returns a function that finds the day of a
 * note in its path. A format may contain folders: `YYYY/MM/DD`.
 */
export async function dailyNotesOf(tree: SourceTree): Promise<(path: string) => NotePlace | null> {
  const known: DailyNotes[] = [];
  for (const { path } of tree.entries.filter((entry) => settings.test(entry.path))) {
    const bytes = await readBytesIfAny(tree, path, maxBytes);
    const vault = path.slice(0, path.indexOf(".obsidian/"));
    if (bytes !== null) known.push(...dailyNotesIn(fromUtf8(bytes), vault));
  }
  return (path) => {
    if (!isNote(path)) return null;
    for (const { folder, day } of known) {
      if (!path.startsWith(folder)) continue;
      const dayMs = day(path.slice(folder.length).replace(/\.[^./]+$/, ""));
      const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^./]+$/, "");
      if (dayMs !== null) return { name, folder: userFolder(folder.slice(0, -1)), dayMs };
    }
    return null;
  };
}

/** Parses a settings file: of the daily notes themselves, or of a plug-in that has `daily` in it. */
function dailyNotesIn(json: string, vault: string): DailyNotes[] {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch {
    return [];
  }
  if (!isObject(value)) return [];
  const own = "daily" in value ? value["daily"] : value;
  if (!isObject(own)) return [];
  const { format, folder } = own;
  const pattern = typeof format === "string" && format !== "" ? format : "YYYY-MM-DD";
  const day = dayFormat(pattern, "moment");
  const inside = typeof folder === "string" ? folder.replaceAll(/^\/+|\/+$/g, "") : "";
  return day === null ? [] : [{ folder: vault + (inside === "" ? "" : `${inside}/`), day }];
}
