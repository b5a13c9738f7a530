import fc from "fast-check";
import type { FilterableMemo } from "../../src/filter/plan/schema.ts";

/** `now` of random filters. Times of random memos are around it. */
export const randomNowMs = Date.UTC(2026, 2, 15, 12);

const hostilePieces = [
  ...["a", "A", "ab", "abc", "ABC", "x", "work", "Work", "%", "_", "'", '"', "\\", "\\u0041", "?1"],
  ...["$1", "--", "/*", "\n", "\t", " ", "ſ", "S", "K", "K", "ß", "ẞ", "İ", "ı", "i", "Σ", "ς"],
  ...[
    "привет",
    "ПРИВЕТ",
    "日本語",
    "メモ",
    "😀",
    "🚀",
    "é",
    "e\u0301",
    "\uff5e",
    "\u2028",
    ...[
      "caf\u00e9",
      "cafe",
      "e",
      "\u0301",
      "\u0323",
      "\u0345",
      "ι",
      "ᾳ",
      "\u00ad",
      "\u200b",
      "\ufe0f",
    ],
    ...["’", "“", "–", "-", "…", "\u00a0", "\n\n", "\r\n", "Ａ", "ｶﾞ", "か", "\u3099", "が", "ガ"],
    ...[
      "한",
      "하",
      "\u1112",
      "\u1161",
      "\u11ab",
      "æ",
      "ae",
      "ss",
      "đ",
      "\u064e",
      "مَ",
      "م",
      "أ",
      "ﬁ",
      "fi",
    ],
    "[x]",
    "*",
  ],
];

/** Text that breaks careless matching: wildcards, quotes, unusual case pairs, astral characters. */
export const hostileText = fc
  .array(fc.constantFrom(...hostilePieces), { maxLength: 5 })
  .map((pieces) => pieces.join(""));

const tag = fc.constantFrom(
  ...[
    "a",
    "A",
    "ab",
    "work",
    "Work",
    "work/x",
    "work/",
    "%",
    "_",
    'q"',
    "😀",
    "\uff5e",
    "é",
    "a b",
  ],
);

const time = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map((step) => randomNowMs + step),
  fc.integer({ min: -3, max: 3 }).map((days) => randomNowMs - days * 86_400_000),
  fc.integer({ min: -2_000_000_000_000, max: 4_000_000_000_000 }),
  fc.constantFrom(-1, 0, 1, -1000, 999),
);

const creators = ["users/1", "users/2", "users/A", "users/😀", "local"];
const spaces = ["spaces/a", "spaces/b", ""];

/** Memos as they are stored: well-formed text without U+0000, distinct tags. */
export const randomMemo: fc.Arbitrary<FilterableMemo> = fc.record({
  content: hostileText,
  creator: fc.constantFrom(...creators),
  createdMs: time,
  updatedMs: time,
  pinned: fc.boolean(),
  visibility: fc.constantFrom("PRIVATE", "SPACE", "PROTECTED", "PUBLIC"),
  space: fc.option(fc.constantFrom(...spaces)),
  tags: fc.uniqueArray(tag, { maxLength: 4 }),
  hasTaskList: fc.boolean(),
  hasLink: fc.boolean(),
  hasCode: fc.boolean(),
  hasIncompleteTasks: fc.boolean(),
  hasLocation: fc.boolean(),
});

const orderOps = ["==", "!=", "<", "<=", ">", ">="] as const;
const swappedOp: Readonly<Record<string, string>> = {
  ...{ "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" },
};

/** Comparison, and the same with swapped operands. */
export interface Comparison {
  readonly cel: string;
  readonly swapped: string;
}

const literal = (text: string): string => JSON.stringify(text);
const textLiteral = fc
  .oneof(hostileText, tag, fc.constantFrom(...creators, ...spaces))
  .map(literal);

function textOperand(variable: string | null): fc.Arbitrary<string> {
  const fields = ["content", "creator", "visibility", ...(variable === null ? [] : [variable])];
  const plain = fc.oneof(textLiteral, fc.constantFrom(...fields));
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    fc.tuple(plain, plain).map(([a, b]) => `(${a} + ${b})`),
    fc.tuple(plain, plain).map(([a, b]) => `(pinned ? ${a} : ${b})`),
  );
}

const parts = ["getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek"];
const moreParts = ["getDayOfYear", "getHours", "getMinutes", "getSeconds", "getMilliseconds"];

function intOperand(variable: string | null): fc.Arbitrary<string> {
  const plain = fc.oneof(
    fc.integer({ min: -3, max: 12 }).map((value) => (value < 0 ? `(${value})` : String(value))),
    fc.constantFrom("9007199254740993", "size(tags)", "size(content)", "tags.size()"),
    fc
      .tuple(
        fc.constantFrom("created_ts", "updated_ts", "now"),
        fc.constantFrom(...parts, ...moreParts),
      )
      .map(([field, part]) => `${field}.${part}()`),
    textOperand(variable).map((text) => `size(${text})`),
  );
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    fc
      .tuple(plain, fc.constantFrom("+", "-"), plain)
      .map(([left, op, right]) => `(${left} ${op} ${right})`),
  );
}

const span = fc.constantFrom("24h", "168h", "-1h", "1ms", "1us", "-1ns", "0s", "1.5h");
const timeBase = fc.constantFrom("created_ts", "updated_ts", "now", "now()");
const timeOperand = fc.oneof(
  timeBase,
  fc
    .tuple(timeBase, fc.constantFrom("+", "-"), span)
    .map(([base, op, amount]) => `${base} ${op} duration("${amount}")`),
  fc.constantFrom(
    'timestamp("2026-03-15T12:00:00Z")',
    'timestamp("2026-03-14T12:00:00.000000001Z")',
    'timestamp("1969-12-31T23:59:59.9995Z")',
    "timestamp(0)",
  ),
);

/** Epoch seconds as older clients write them: near now, before 1970, and at the limits of valid times. */
const secondsOperand = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((step) => String(randomNowMs / 1000 + step)),
  fc.constantFrom("0", "-1", "1700000000", "(1700000000 - 3600)", "(pinned ? 0 : 1773576000)"),
  fc.constantFrom("-62135596800", "253402300799"),
);

function compared(op: string, left: string, right: string): Comparison {
  return {
    cel: `${left} ${op} ${right}`,
    swapped: `${right} ${swappedOp[op] ?? op} ${left}`,
  };
}

/** Generates comparisons of every type; `variable` is the macro variable in scope, if any. */
export function randomComparison(variable: string | null = null): fc.Arbitrary<Comparison> {
  const op = fc.constantFrom(...orderOps);
  const equality = fc.constantFrom("==", "!=");
  const text = textOperand(variable);
  const int = intOperand(variable);
  const spaceValue = fc.oneof(fc.constant("null"), textLiteral, fc.constantFrom("creator"));
  return fc.oneof(
    fc.tuple(op, text, text).map(([o, a, b]) => compared(o, a, b)),
    fc.tuple(op, int, int).map(([o, a, b]) => compared(o, a, b)),
    fc.tuple(op, timeOperand, timeOperand).map(([o, a, b]) => compared(o, a, b)),
    fc.tuple(op, timeOperand, secondsOperand).map(([o, a, b]) => compared(o, a, b)),
    fc.tuple(equality, spaceValue).map(([o, value]) => compared(o, "space", value)),
    fc
      .tuple(
        op,
        fc.constantFrom("pinned", "true", "has_link"),
        fc.constantFrom("has_code", "false"),
      )
      .map(([o, a, b]) => compared(o, a, b)),
  );
}

function leaf(variable: string | null): fc.Arbitrary<string> {
  const text = textOperand(variable);
  const method = fc.constantFrom("contains", "startsWith", "endsWith");
  const receivers = ["content", "creator", ...(variable === null ? [] : [variable])];
  const texts = fc.array(textLiteral, { maxLength: 4 }).map((items) => `[${items.join(", ")}]`);
  return fc.oneof(
    fc.constantFrom("pinned", "has_link", "has_task_list", "has_code", "has_location", "true"),
    { weight: 3, arbitrary: randomComparison(variable).map((comparison) => comparison.cel) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...receivers), method, text)
        .map(([receiver, name, needle]) => `${receiver}.${name}(${needle})`),
    },
    { weight: 3, arbitrary: textLiteral.map((searched) => `content.finds(${searched})`) },
    fc.tuple(text, texts).map(([item, list]) => `${item} in ${list}`),
    texts.map((list) => `space in ${list}`),
    text.map((item) => `${item} in tags`),
    texts.map((list) => `tag in ${list}`),
    fc
      .tuple(timeOperand, fc.array(secondsOperand, { maxLength: 3 }))
      .map(([time, list]) => `${time} in [${list.join(", ")}]`),
    fc
      .tuple(
        fc.constantFrom(...receivers),
        fc.constantFrom("^a", "[a-z]+$", "(?i)work", "\\d", "^.$", "ſ|K"),
      )
      .map(([receiver, pattern]) => `${receiver}.matches(${literal(pattern)})`),
  );
}

function condition(variable: string | null, depth: number): fc.Arbitrary<string> {
  if (depth === 0) return leaf(variable);
  const inner = condition(variable, depth - 1);
  const macros =
    variable !== null
      ? []
      : [
          fc
            .tuple(fc.constantFrom("exists", "all", "exists_one"), condition("t", 1))
            .map(([name, body]) => `tags.${name}(t, ${body})`),
          condition("t", 1).map((body) => `tags.filter(t, ${body}).size() > 1`),
        ];
  return fc.oneof(
    { weight: 2, arbitrary: leaf(variable) },
    inner.map((a) => `!(${a})`),
    fc.tuple(inner, inner).map(([a, b]) => `(${a} && ${b})`),
    fc.tuple(inner, inner).map(([a, b]) => `(${a} || ${b})`),
    fc.tuple(inner, inner).map(([a, b]) => `((${a}) == (${b}))`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
    ...macros,
  );
}

/** Filters in CEL with every supported construct. All of them compile. */
export const randomFilter: fc.Arbitrary<string> = condition(null, 3);
