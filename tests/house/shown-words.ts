import { parseSync } from "oxc-parser";

/** Attributes and props whose values users see or hear. */
const saidAttributes = new Set([
  "action",
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "body",
  "help",
  "label",
  "placeholder",
  "problem",
  "sure",
  "title",
  "words",
]);

/** Functions that show their first argument to the user. */
const speakers = new Set(["announce", "fail", "offer", "say"]);

/** Returns true for at least two adjacent letters, which excludes symbols, keys and units. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/**
 * Returns true for the beginning of a sentence or a label of several words: `Sync now`, `The file is gone`.
 */
const isSentence = (text: string): boolean => /^\s*\p{Lu}\p{L}*[ ,]+\p{L}/u.test(text);

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/**
 * Returns texts of a source file that aren't in a catalogue, as `line: text`: text between tags, in visible
 * attributes and calls, and anything that looks like a sentence. Thrown errors are for developers, so they
 * are ignored.
 */
export function findRawWords(file: string, source: string): string[] {
  const found = new Map<number, string>();
  const refuse = (node: unknown, isRaw: (text: string) => boolean): void => {
    for (const [start, text] of textsOf(node)) if (isRaw(text)) found.set(start, text.trim());
  };
  const look = (value: unknown, isChild: boolean): void => {
    if (Array.isArray(value)) {
      for (const each of value) look(each, isChild);
      return;
    }
    if (!isNode(value) || isExcused(value, source)) return;
    if (value["type"] === "JSXText") refuse(value, hasWord);
    if (value["type"] === "JSXExpressionContainer" && isChild) refuse(value, hasWord);
    if (value["type"] === "JSXAttribute" && saidAttributes.has(textOf(value["name"], source))) {
      refuse(value["value"], hasWord);
    }
    if (value["type"] === "CallExpression" && Array.isArray(value["arguments"])) {
      const name = textOf(value["callee"], source).split(".").at(-1) ?? "";
      if (speakers.has(name)) refuse(value["arguments"][0], hasWord);
    }
    if (value["type"] === "Literal" || value["type"] === "TemplateLiteral") {
      refuse(value, isSentence);
    }
    for (const [key, each] of Object.entries(value)) look(each, key === "children");
  };
  look(parseSync(file, source).program.body, false);
  return [...found]
    .toSorted(([one], [other]) => one - other)
    .map(([start, text]) => `${source.slice(0, start).split("\n").length}: ${text}`);
}

/** Returns true for text for developers, and for sentences in the catalogue. */
function isExcused(node: Node, source: string): boolean {
  if (node["type"] === "ImportDeclaration" || String(node["type"]).startsWith("TS")) return true;
  if (node["type"] === "NewExpression") {
    const name = textOf(node["callee"], source);
    // Messages of `UploadError` are shown to the user.
    return name.endsWith("Error") && name !== "UploadError";
  }
  const macro = node["type"] === "TaggedTemplateExpression" ? node["tag"] : node["callee"];
  return isNode(macro) && textOf(macro, source) === "msg";
}

/** Returns the texts that an expression can evaluate to, each with its offset. */
function textsOf(node: unknown): [start: number, text: string][] {
  if (!isNode(node)) return [];
  switch (node["type"]) {
    case "JSXText":
    case "Literal":
      return typeof node["value"] === "string" ? [[Number(node["start"]), node["value"]]] : [];
    case "TemplateLiteral": {
      const parts = Array.isArray(node["quasis"]) ? node["quasis"] : [];
      const texts = parts.map((part: unknown) => {
        const value = isNode(part) ? part["value"] : undefined;
        return typeof value === "object" && value !== null && "raw" in value
          ? String(value.raw)
          : "";
      });
      return [[Number(node["start"]), texts.join("…")]];
    }
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
      return textsOf(node["expression"]);
    case "ConditionalExpression":
      return [...textsOf(node["consequent"]), ...textsOf(node["alternate"])];
    case "LogicalExpression":
      return [
        ...(node["operator"] === "&&" ? [] : textsOf(node["left"])),
        ...textsOf(node["right"]),
      ];
    case "BinaryExpression":
      return node["operator"] === "+" ? [...textsOf(node["left"]), ...textsOf(node["right"])] : [];
    default:
      return [];
  }
}

/** Returns components that use texts but don't re-render in another language, as `line: name`. */
export function findDeafComponents(
  file: string,
  source: string,
  isWordy: (from: string) => boolean,
): string[] {
  const { program, module } = parseSync(file, source);
  const wordy = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => isWordy(moduleRequest.value))
      .flatMap(({ entries }) => entries.filter((entry) => !entry.isType))
      .map(({ localName }) => localName.value)
      .filter((name) => !/^use[A-Z]/.test(name) && !onlyOnEvents.has(name)),
  );
  return componentsOf(program.body).flatMap(({ name, node }) => {
    const used = identifiersOf(node);
    const isDeaf = [...wordy].some((word) => used.has(word)) && !used.has("useLanguage");
    const line = source.slice(0, Number(node["start"])).split("\n").length;
    return isDeaf ? [`${line}: ${name}`] : [];
  });
}

/** Functions used for one-time messages after an event, which needn't follow the language. */
const onlyOnEvents = new Set(["describeError", "findAppError", "isUnanswered"]);

function componentsOf(value: unknown): { readonly name: string; readonly node: Node }[] {
  if (Array.isArray(value)) return value.flatMap(componentsOf);
  if (!isNode(value)) return [];
  const { type, id } = value;
  if (type === "FunctionDeclaration" || type === "FunctionExpression") {
    const name = isNode(id) ? String(id["name"]) : "";
    return /^[A-Z]/.test(name) ? [{ name, node: value }] : [];
  }
  const inside = [value["declaration"], value["declarations"], value["init"], value["arguments"]];
  return inside.flatMap(componentsOf);
}

function identifiersOf(node: Node): Set<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isNode(value)) return;
    if (value["type"] === "Identifier" || value["type"] === "JSXIdentifier") {
      names.add(String(value["name"]));
    }
    Object.values(value).forEach(look);
  };
  look(node);
  return names;
}

function textOf(node: unknown, source: string): string {
  return isNode(node) ? source.slice(Number(node["start"]), Number(node["end"])) : "";
}
