import {
  type Assertion,
  type CharacterTest,
  type Choices,
  isByCodePoint,
  parseRegex,
  type Part,
} from "./regex-syntax.ts";

export interface Search {
  readonly steps: number;
  /** Start and end of the match; −1 without one. */
  readonly from: number;
  readonly to: number;
}

/**
 * Runs `regex.exec(text)` from an offset with a backtracking matcher that counts its steps. V8 doesn't
 * report its own. This matcher tries the same alternatives in the same order, so it backtracks where V8
 * does. Throws after `maxSteps`.
 */
export function countSearch(
  regex: RegExp,
  text: string,
  offset: number,
  maxSteps = Number.POSITIVE_INFINITY,
): Search {
  return matcherOf(regex).search(text, offset, { isSticky: regex.sticky, maxSteps });
}

type Op =
  | { readonly type: "character"; readonly test: CharacterTest; readonly isBack: boolean }
  /** Matches as many characters as possible, then one less each time the rest fails. */
  | {
      readonly type: "run";
      readonly test: CharacterTest;
      readonly min: number;
      readonly max: number;
    }
  | { readonly type: "assertion"; readonly kind: Assertion }
  | { readonly type: "either"; other: number }
  | { readonly type: "jump"; to: number }
  | { readonly type: "look"; readonly isNegated: boolean; end: number }
  | { readonly type: "enter"; readonly loop: Loop }
  | { readonly type: "loop"; readonly loop: Loop }
  | { readonly type: "again"; readonly loop: Loop }
  | { readonly type: "accept" };

interface Loop {
  readonly min: number;
  readonly max: number;
  readonly isLazy: boolean;
  /** Registers of the number of iterations, and of the start of the current one. */
  readonly count: number;
  readonly began: number;
  start: number;
  end: number;
}

interface Program {
  readonly ops: readonly Op[];
  readonly registers: number;
  readonly byCodePoint: boolean;
  readonly isMultiline: boolean;
  /** True if it can match only at the start of a text, where V8 then tries it once. */
  readonly isAnchored: boolean;
}

const matchers = new WeakMap<RegExp, Matcher>();
/** Matchers by source: a literal in a function is a new object in each call. */
const matchersBySource = new Map<string, Matcher>();

function matcherOf(regex: RegExp): Matcher {
  let matcher = matchers.get(regex);
  if (matcher === undefined) {
    const source = `/${regex.source}/${regex.flags}`;
    matcher = matchersBySource.get(source) ?? createMatcher(regex);
    matchersBySource.set(source, matcher);
    matchers.set(regex, matcher);
  }
  return matcher;
}

function createMatcher(regex: RegExp): Matcher {
  const choices = parseRegex(regex);
  const compiler = new Compiler();
  compiler.add(choices, false);
  return new Matcher({
    ops: [...compiler.ops, { type: "accept" } as const],
    registers: compiler.registers,
    byCodePoint: isByCodePoint(regex.flags),
    isMultiline: regex.multiline,
    isAnchored: !regex.multiline && areAnchored(choices),
  });
}

function areAnchored(choices: Choices): boolean {
  return choices.every((parts) => {
    const first = parts.findIndex(({ type }) => type !== "assertion" && type !== "look");
    return parts.slice(0, first < 0 ? undefined : first + 1).some((part) => {
      if (part.type === "assertion") return part.kind === "^";
      return part.type === "group" && areAnchored(part.choices);
    });
  });
}

class Compiler {
  readonly ops: Op[] = [];
  registers = 0;

  add(choices: Choices, isBack: boolean): void {
    const jumps: { to: number }[] = [];
    choices.forEach((parts, at) => {
      const isLast = at === choices.length - 1;
      const either = { type: "either" as const, other: 0 };
      if (!isLast) this.ops.push(either);
      for (const part of isBack ? parts.toReversed() : parts) this.#addPart(part, isBack);
      if (isLast) return;
      const jump = { type: "jump" as const, to: 0 };
      jumps.push(jump);
      this.ops.push(jump);
      either.other = this.ops.length;
    });
    for (const jump of jumps) jump.to = this.ops.length;
  }

  #addPart(part: Part, isBack: boolean): void {
    switch (part.type) {
      case "character":
        this.ops.push({ ...part, isBack });
        break;
      case "assertion":
        this.ops.push(part);
        break;
      case "group":
        this.add(part.choices, isBack);
        break;
      case "look": {
        const look = { type: "look" as const, isNegated: part.isNegated, end: 0 };
        this.ops.push(look);
        this.add(part.choices, part.isBehind);
        this.ops.push({ type: "accept" });
        look.end = this.ops.length;
        break;
      }
      case "repeat":
        this.#addRepeat(part, isBack);
        break;
    }
  }

  #addRepeat({ part, min, max, isLazy }: Part & { type: "repeat" }, isBack: boolean): void {
    if (part.type === "character" && !isLazy && !isBack) {
      this.ops.push({ type: "run", test: part.test, min, max });
      return;
    }
    const [count, began] = [this.registers++, this.registers++];
    const loop: Loop = { min, max, isLazy, count, began, start: 0, end: 0 };
    this.ops.push({ type: "enter", loop });
    loop.start = this.ops.length;
    this.ops.push({ type: "loop", loop });
    this.#addPart(part, isBack);
    this.ops.push({ type: "again", loop });
    loop.end = this.ops.length;
  }
}

class Matcher {
  #steps = 0;
  #maxSteps = 0;
  readonly #program: Program;
  #text = "";
  readonly #registers: number[];
  /**
   * Backtracking positions, in threes: an op, the offset, and the least offset at which the run before it may
   * end, or −1. An op below 0 is a register, `-1 - op`, and the second number is its value.
   */
  readonly #stack: number[] = [];

  constructor(program: Program) {
    this.#program = program;
    this.#registers = Array.from({ length: program.registers }, () => 0);
  }

  search(
    text: string,
    offset: number,
    { isSticky, maxSteps }: { readonly isSticky: boolean; readonly maxSteps: number },
  ): Search {
    this.#maxSteps = maxSteps;
    this.#text = text;
    this.#steps = 0;
    this.#stack.length = 0;
    const isOnce = isSticky || this.#program.isAnchored;
    // Same as V8, which starts no match inside a surrogate pair.
    const start = this.#program.byCodePoint ? startOfCodePoint(text, offset) : offset;
    for (let from = start; from >= 0; from = isOnce ? -1 : this.#after(from)) {
      const to = this.#run(0, from);
      if (to >= 0) return { steps: this.#steps, from, to };
    }
    return { steps: this.#steps, from: -1, to: -1 };
  }

  /** Returns the end of a match from `offset`; −1 without one. */
  #run(firstOp: number, offset: number): number {
    const base = this.#stack.length;
    const { ops } = this.#program;
    const registers = this.#registers;
    let [next, at] = [firstOp, offset];
    for (;;) {
      this.#steps++;
      const op = ops[next++]!;
      let isFailed = false;
      switch (op.type) {
        case "accept":
          this.#stack.length = base;
          return at;
        case "character": {
          const to = op.isBack ? this.#before(at) : this.#after(at);
          isFailed = to < 0 || !op.test(this.#codeAt(Math.min(at, to)));
          at = to;
          break;
        }
        case "run": {
          let [count, least] = [0, op.min === 0 ? at : -1];
          for (let to = this.#after(at); count < op.max && to >= 0; to = this.#after(at)) {
            if (!op.test(this.#codeAt(at))) break;
            at = to;
            count++;
            if (count === op.min) least = at;
          }
          this.#steps += count;
          isFailed = count < op.min;
          if (!isFailed && at > least) this.#stack.push(next, this.#before(at), least);
          break;
        }
        case "assertion":
          isFailed = !this.#holds(op.kind, at);
          break;
        case "either":
          this.#stack.push(op.other, at, -1);
          break;
        case "jump":
          next = op.to;
          break;
        case "look":
          isFailed = this.#run(next, at) >= 0 === op.isNegated;
          next = op.end;
          break;
        case "enter":
          this.#set(op.loop.count, 0);
          break;
        case "loop": {
          const { count, began, min, max, isLazy, end } = op.loop;
          const done = registers[count]!;
          this.#set(began, at);
          if (done >= max || (done >= min && isLazy)) {
            if (done < max) this.#stack.push(next, at, -1);
            next = end;
          } else if (done >= min) this.#stack.push(end, at, -1);
          break;
        }
        case "again": {
          const { count, began, min, start } = op.loop;
          const done = registers[count]!;
          isFailed = done >= min && registers[began] === at;
          this.#set(count, done + 1);
          next = start;
          break;
        }
      }
      if (!isFailed) continue;
      if (this.#steps > this.#maxSteps) throw new Error("too many steps in a search");
      for (;;) {
        if (this.#stack.length === base) return -1;
        const least = this.#stack.pop()!;
        at = this.#stack.pop()!;
        next = this.#stack.pop()!;
        if (next < 0) {
          registers[-1 - next] = at;
          continue;
        }
        if (least >= 0 && at > least) this.#stack.push(next, this.#before(at), least);
        break;
      }
    }
  }

  #set(register: number, value: number): void {
    this.#stack.push(-1 - register, this.#registers[register]!, -1);
    this.#registers[register] = value;
  }

  #codeAt(at: number): number {
    return this.#program.byCodePoint ? this.#text.codePointAt(at)! : this.#text.charCodeAt(at);
  }

  /** Returns the offset after the character at `at`; −1 at the end of the text. */
  #after(at: number): number {
    if (at >= this.#text.length) return -1;
    return at + (this.#program.byCodePoint && this.#text.codePointAt(at)! > 0xffff ? 2 : 1);
  }

  /** Returns the offset of the character before `at`; −1 at the start of the text. */
  #before(at: number): number {
    const isPair = this.#program.byCodePoint && at > 1 && this.#text.codePointAt(at - 2)! > 0xffff;
    return at - (isPair ? 2 : 1);
  }

  #holds(kind: Assertion, at: number): boolean {
    const [before, after] = [this.#text.charCodeAt(at - 1), this.#text.charCodeAt(at)];
    const { isMultiline } = this.#program;
    switch (kind) {
      case "^":
        return at === 0 || (isMultiline && LINE_END.has(before));
      case "$":
        return at === this.#text.length || (isMultiline && LINE_END.has(after));
      case "b":
        return isWord(before) !== isWord(after);
      case "B":
        return isWord(before) === isWord(after);
    }
  }
}

const LINE_END: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029]);

/** Returns true if `\w` matches a UTF-16 unit. */
function isWord(code: number): boolean {
  const letter = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || code === 0x5f || (letter >= 0x61 && letter <= 0x7a);
}

function startOfCodePoint(text: string, offset: number): number {
  const isInside = offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff;
  return isInside ? offset - 1 : offset;
}
