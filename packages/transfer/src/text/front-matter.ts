import { isObject } from "@tidemark/core";
import { parse as parseToml, TomlDate } from "smol-toml";
import { isMap, isScalar, isSeq, parseDocument } from "yaml";

/** Front matter fields in order: strings, lists of strings, and deeper values as JSON. */
export type Fields = ReadonlyMap<string, readonly string[]>;

export interface FrontMatter {
  /** Fields; empty if there is no front matter. */
  readonly fields: Fields;
  /** Names of fields that are written as lists, even with one element. */
  readonly lists: ReadonlySet<string>;
  /** Text after the front matter. */
  readonly body: string;
  /** Reason why the front matter couldn't be parsed, or null; `body` then includes it. */
  readonly fault: string | null;
}

const blocks: readonly (readonly [RegExp, (text: string) => unknown])[] = [
  [/^---[ \t]*\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/, readYaml],
  [/^\+\+\+[ \t]*\n([\s\S]*?)(?<=\n)\+\+\+[ \t]*(?:\n|$)/, parseToml],
];

/**
 * Limits of a parsed block: its length in characters, and its number of marks. Parsers take time for each mark,
 * and much more for one that is an error.
 */
const maxBlock = 256 * 1024;
const maxMarks = 64 * 1024;
const marks = /[^\p{L}\p{M}\p{N}\s._/-]/gu;

/** Returns the reason why a block isn't parsed, or null. */
function excessOf(block: string): string | null {
  if (block.length > maxBlock) return `it is longer than ${maxBlock} characters`;
  let count = 0;
  for (const _mark of block.matchAll(marks)) count += 1;
  return count > maxMarks ? `it has more than ${maxMarks} marks such as commas` : null;
}

/** Maximum length of a block of plain lines, in characters. */
const maxPlainBlock = 1024 * 1024;
const property = /^([\p{L}_][\p{L}\p{N}_ -]{0,200}):(?: +(.*))?$/u;
const element = /^ *- +(.*)$/;

/**
 * Parses a long block of properties with plain or quoted values, or lists of those, as YAML does, in linear time.
 * Returns null for any other block.
 */
function readPlainLines(block: string): Readonly<Record<string, string | string[]>> | null {
  if (block.length > maxPlainBlock) return null;
  const values: [string, string | string[]][] = [];
  for (const line of block.split("\n")) {
    if (line.trim() === "") continue;
    const [, name, written = ""] = property.exec(line) ?? [];
    const value = plainValue(name === undefined ? (element.exec(line)?.[1] ?? "[") : written);
    if (value === null || name?.endsWith(" ") === true) return null;
    const last = values.at(-1);
    if (name !== undefined) values.push([name, value]);
    else if (last === undefined || (last[1] !== "" && typeof last[1] === "string")) return null;
    else if (typeof last[1] === "string") last[1] = [value];
    else last[1].push(value);
  }
  return Object.fromEntries(values);
}

/** Returns the value of a plain scalar or one in quotes without escapes; null for anything else. */
function plainValue(written: string): string | null {
  const text = written.trim();
  const [, double, single] = /^(?:"([^"\\]*)"|'([^']*)')$/.exec(text) ?? [];
  const quoted = double ?? single;
  if (quoted !== undefined || text === "") return quoted ?? "";
  const isPlain = /^[\p{L}\p{N}]/u.test(text) && !/: | #|:$|\t/.test(text);
  return isPlain ? text : null;
}

/** Separates a note, with LF line ends, from its YAML or TOML front matter. */
export function readFrontMatter(text: string): FrontMatter {
  for (const [block, read] of blocks) {
    const match = block.exec(text);
    if (match === null) continue;
    const [whole, inner = ""] = match;
    const body = text.slice(whole.length);
    const excess = excessOf(inner);
    if (excess !== null) {
      const plain = read === readYaml ? readPlainLines(inner) : null;
      if (plain === null) return without(text, excess);
      return { ...fieldsAndLists(plain), body, fault: null };
    }
    try {
      const value = inner.trim() === "" ? {} : read(inner);
      // Text between two rules that isn't a mapping is not front matter.
      if (!isObject(value)) return without(text, null);
      return { ...fieldsAndLists(value), body, fault: null };
    } catch (error) {
      return without(text, faultOf(error));
    }
  }
  return without(text, null);
}

function faultOf(error: unknown): string {
  // The parsers are recursive.
  if (error instanceof RangeError) return "it is nested too deeply";
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}

function without(text: string, fault: string | null): FrontMatter {
  return { fields: new Map(), lists: new Set(), body: text, fault };
}

/** Parses YAML with every scalar as a string: `001` isn't a number, and `yes` isn't a boolean. */
function readYaml(text: string): unknown {
  const document = parseDocument(text, {
    schema: "failsafe",
    uniqueKeys: false,
    // A pretty error counts the lines before it, which takes quadratic time for many errors.
    prettyErrors: false,
    // Silences warnings about mappings as keys, whose source text is used below.
    logLevel: "error",
  });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const { contents } = document;
  if (!isMap(contents) || !isObject(value)) return value;
  // Values deeper than a list keep their source text: a template's `{{date}}` isn't a mapping.
  const deep = contents.items.flatMap(({ key, value: node }) => {
    const isFlat = isScalar(node) || (isSeq(node) && node.items.every((each) => isScalar(each)));
    const range = isMap(node) || isSeq(node) ? node.range : null;
    if (isFlat || !isScalar(key) || range === null || range === undefined) return [];
    return [[String(key.value), text.slice(range[0], range[1]).trim()] as const];
  });
  return { ...value, ...Object.fromEntries(deep) };
}

function fieldsAndLists(
  value: Readonly<Record<string, unknown>>,
): Pick<FrontMatter, "fields" | "lists"> {
  const lists = Object.keys(value).filter((name) => Array.isArray(value[name]));
  return { fields: fieldsOf(value), lists: new Set(lists) };
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

/** Returns the values of the first of `names` that has some, ignoring case; [] if none has. */
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
