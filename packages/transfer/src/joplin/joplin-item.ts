/** Kinds of items in a Joplin export. */
export type JoplinKind = "note" | "folder" | "resource" | "tag" | "note-tag" | "other";

const kinds = new Map<string, JoplinKind>([
  ["1", "note"],
  ["2", "folder"],
  ["4", "resource"],
  ["5", "tag"],
  ["6", "note-tag"],
]);

/** Item of a Joplin export: a title, a text, and the fields below them. */
export interface JoplinItem {
  readonly kind: JoplinKind;
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Parses an item. Its fields are the last lines, one each, after a blank line unless nothing precedes them.
 * Returns null if the text isn't an item.
 */
export function readJoplinItem(text: string): JoplinItem | null {
  const lines = text.replaceAll("\r\n", "\n").trimEnd().split("\n");
  const fields = new Map<string, string>();
  let at = lines.length;
  while (at > 0) {
    const line = lines[at - 1] ?? "";
    if (line.trim() === "") break;
    const [, name, value = ""] = /^([a-z_]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined) return null;
    if (!fields.has(name)) fields.set(name, value.replaceAll("\\n", "\n").replaceAll("\\r", "\r"));
    at -= 1;
  }
  const id = fields.get("id") ?? "";
  const type = fields.get("type_");
  if (!/^[0-9a-f]{32}$/.test(id) || type === undefined) return null;
  const [title = "", ...rest] = lines.slice(0, Math.max(0, at - 1));
  const body = rest[0]?.trim() === "" ? rest.slice(1) : rest;
  return { kind: kinds.get(type) ?? "other", id, title, body: body.join("\n"), fields };
}

/** Returns the first valid time among the named fields, in epoch ms, or null. */
export function joplinTime(item: JoplinItem, names: readonly string[]): number | null {
  for (const name of names) {
    const value = item.fields.get(name) ?? "";
    const time = /^\d{1,15}$/.test(value) ? Number(value) : Date.parse(value);
    if (Number.isFinite(time) && time > 0) return time;
  }
  return null;
}

export function isSet(item: JoplinItem, name: string): boolean {
  const value = item.fields.get(name) ?? "";
  return value !== "" && value !== "0";
}
