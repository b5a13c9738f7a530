import { isObject } from "@tidemark/core";
import { parse as parseToml, TomlDate } from "smol-toml";
import { isMap, isScalar, isSeq, parseDocument } from "yaml";

/** What stands before a note, in order: words, lists of them, and what is deeper as JSON. */
export type Fields = ReadonlyMap<string, readonly string[]>;

export interface FrontMatter {
  /** Empty where there is none. */
  readonly fields: Fields;
  /** Names of those that are written as lists, also of one. */
  readonly lists: ReadonlySet<string>;
  /** What follows. */
  readonly body: string;
  /** Why what looks like front matter could not be read; it is part of the body then. */
  readonly fault: string | null;
}

const blocks: readonly (readonly [RegExp, (text: string) => unknown])[] = [
  [/^---[ \t]*\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/, readYaml],
  [/^\+\+\+[ \t]*\n([\s\S]*?)(?<=\n)\+\+\+[ \t]*(?:\n|$)/, parseToml],
];

/**
 * Longest block that is parsed, in characters. The parsers take long for a block that is one error after
 * the other, and nobody writes a longer one.
 */
export const maxBlock = 32 * 1024;

/** Parts a note, whose lines end in LF, from the YAML or TOML before it. */
export function readFrontMatter(text: string): FrontMatter {
  for (const [block, read] of blocks) {
    const match = block.exec(text);
    if (match === null) continue;
    const [whole, inner = ""] = match;
    const body = text.slice(whole.length);
    if (inner.length > maxBlock) return without(text, `it is longer than ${maxBlock} characters`);
    try {
      const value = inner.trim() === "" ? {} : read(inner);
      // A line, a text and a line are three paragraphs.
      if (!isObject(value)) return without(text, null);
      const lists = Object.keys(value).filter((name) => Array.isArray(value[name]));
      return { fields: fieldsOf(value), lists: new Set(lists), body, fault: null };
    } catch (error) {
      const fault = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      return without(text, fault);
    }
  }
  return without(text, null);
}

function without(text: string, fault: string | null): FrontMatter {
  return { fields: new Map(), lists: new Set(), body: text, fault };
}

/** Every scalar as it is written: `001` is no number, and `yes` no truth. */
function readYaml(text: string): unknown {
  const document = parseDocument(text, {
    schema: "failsafe",
    uniqueKeys: false,
    // A pretty error counts the lines before it: a block of many errors would take quadratic time.
    prettyErrors: false,
    // A mapping for a name is written out as it stands below: nobody needs to hear of it.
    logLevel: "error",
  });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const { contents } = document;
  if (!isMap(contents) || !isObject(value)) return value;
  // What is deeper than a list stays as it is written: a template's `{{date}}` is no mapping.
  const deep = contents.items.flatMap(({ key, value: node }) => {
    const isFlat = isScalar(node) || (isSeq(node) && node.items.every((each) => isScalar(each)));
    const range = isMap(node) || isSeq(node) ? node.range : null;
    if (isFlat || !isScalar(key) || range === null || range === undefined) return [];
    return [[String(key.value), text.slice(range[0], range[1]).trim()] as const];
  });
  return { ...value, ...Object.fromEntries(deep) };
}

function fieldsOf(value: Readonly<Record<string, unknown>>): Fields {
  return new Map(
    Object.entries(value).map(([name, field]) => [
      name,
      (Array.isArray(field) ? field : [field]).map(words).filter((each) => each !== ""),
    ]),
  );
}

function words(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value === "~" || value === "null" ? "" : value;
  if (value instanceof TomlDate) return value.toISOString();
  if (typeof value === "object") return JSON.stringify(value);
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint"
    ? String(value)
    : "";
}

/** The first of some names that the fields have, whatever its case; [] when they have none. */
export function fieldOf(fields: Fields, names: readonly string[]): readonly string[] {
  for (const name of names) {
    for (const [known, values] of fields) {
      if (known.toLowerCase() === name && values.length > 0) return values;
    }
  }
  return [];
}

export function isYes(values: readonly string[]): boolean {
  return values.length === 1 && /^(true|yes|on|1)$/i.test(values[0]!.trim());
}
