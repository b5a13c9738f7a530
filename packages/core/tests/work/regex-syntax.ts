/** Part of a parsed pattern, as a backtracking matcher runs it. */
export type Part =
  | { readonly type: "character"; readonly test: CharacterTest }
  | { readonly type: "assertion"; readonly kind: Assertion }
  | { readonly type: "group"; readonly choices: Choices }
  | {
      readonly type: "look";
      readonly isBehind: boolean;
      readonly isNegated: boolean;
      readonly choices: Choices;
    }
  | {
      readonly type: "repeat";
      readonly part: Part;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    };

/** Alternatives, each a sequence of parts. */
export type Choices = readonly (readonly Part[])[];

export type Assertion = "^" | "$" | "b" | "B";

/** Tests whether a character matches: a code point with the flags `u` and `v`, otherwise a UTF-16 unit. */
export type CharacterTest = (code: number) => boolean;

/** Parses the source of a regular expression. Throws on back references, which no caller needs. */
export function parseRegex({ source, flags }: RegExp): Choices {
  return new Parser(source, flags).parse();
}

const OPENERS: readonly (readonly [string, { isBehind: boolean; isNegated: boolean } | null])[] = [
  ["(?:", null],
  ["(?=", { isBehind: false, isNegated: false }],
  ["(?!", { isBehind: false, isNegated: true }],
  ["(?<=", { isBehind: true, isNegated: false }],
  ["(?<!", { isBehind: true, isNegated: true }],
  ["(", null],
];

class Parser {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  parse(): Choices {
    const choices = this.#choices();
    if (this.#at < this.#source.length) this.#fail("an unexpected )");
    return choices;
  }

  #choices(): Choices {
    const choices: Part[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ")") {
      if (this.#take("|")) choices.push([]);
      else choices.at(-1)!.push(this.#repeated(this.#part()));
    }
    return choices;
  }

  #part(): Part {
    for (const kind of ["^", "$"] as const)
      if (this.#take(kind)) return { type: "assertion", kind };
    if (this.#take("\\b")) return { type: "assertion", kind: "b" };
    if (this.#take("\\B")) return { type: "assertion", kind: "B" };
    if (this.#source[this.#at] === "(") return this.#group();
    return { type: "character", test: characterTest(this.#character(), this.#flags) };
  }

  #group(): Part {
    const name = /^\(\?<[A-Za-z_$][\w$]*>/.exec(this.#source.slice(this.#at, this.#at + 100))?.[0];
    const look =
      name !== undefined && this.#take(name)
        ? null
        : (OPENERS.find(([opener]) => this.#take(opener))?.[1] ?? null);
    const choices = this.#choices();
    if (!this.#take(")")) this.#fail("a group without an end");
    return look === null ? { type: "group", choices } : { type: "look", ...look, choices };
  }

  #repeated(part: Part): Part {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.#source.slice(this.#at, this.#at + 30));
    if (found === null) return part;
    const [sign, least, comma, most] = found;
    this.#at += sign.length;
    const isLazy = this.#take("?");
    const limits: Record<string, readonly [number, number]> = {
      "*": [0, Number.POSITIVE_INFINITY],
      "+": [1, Number.POSITIVE_INFINITY],
      "?": [0, 1],
    };
    const min = Number(least);
    const open = most === "" ? Number.POSITIVE_INFINITY : Number(most);
    const [from, to] = limits[sign] ?? [min, comma === "" ? min : open];
    return { type: "repeat", part, min: from, max: to, isLazy };
  }

  /** Returns the source of one character, escape or class. */
  #character(): string {
    const from = this.#at;
    const first = this.#next();
    if (first === "\\") {
      const escaped = this.#next();
      if (/[1-9k]/.test(escaped)) this.#fail("a back reference");
      const rest = { u: /^(?:\{[^}]*\}|[\da-f]{4})/i, x: /^[\da-f]{2}/i, c: /^[A-Za-z]/ };
      const braces = /^\{[^}]*\}/;
      const tail = { ...rest, p: braces, P: braces }[escaped];
      this.#at += tail?.exec(this.#source.slice(this.#at, this.#at + 100))?.[0].length ?? 0;
    } else if (first === "[") {
      // With the flag v a class may contain classes.
      const isNesting = this.#flags.includes("v");
      for (let depth = 1; depth > 0;) {
        const next = this.#next();
        if (next === "\\") this.#next();
        else if (next === "]") depth--;
        else if (next === "[" && isNesting) depth++;
      }
    }
    return this.#source.slice(from, this.#at);
  }

  #next(): string {
    if (this.#at >= this.#source.length) this.#fail("an unexpected end");
    const code = isByCodePoint(this.#flags)
      ? this.#source.codePointAt(this.#at)!
      : this.#source.charCodeAt(this.#at);
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #fail(what: string): never {
    throw new Error(`${what} in /${this.#source}/, which counting work does not support`);
  }
}

export function isByCodePoint(flags: string): boolean {
  return flags.includes("u") || flags.includes("v");
}

const tests = new Map<string, CharacterTest>();

/** Tests a character with the engine itself, once for each character. */
function characterTest(source: string, flags: string): CharacterTest {
  const kept = flags.replaceAll(/[^isuv]/g, "");
  const key = `${kept}/${source}`;
  const known = tests.get(key);
  if (known !== undefined) return known;
  const regex = new RegExp(`^(?:${source})$`, kept);
  const answers = new Map<number, boolean>();
  const test = (code: number): boolean => {
    let answer = answers.get(code);
    if (answer === undefined) {
      answer = regex.test(String.fromCodePoint(code));
      answers.set(code, answer);
    }
    return answer;
  };
  tests.set(key, test);
  return test;
}
