import fc, { type Arbitrary } from "fast-check";

/** Valid and invalid names, times, filters, masks and addresses. */
const knownTexts = [
  "",
  " ",
  "a",
  "b",
  "memos/a",
  "memos/b",
  "memos/nowhere",
  "attachments/file",
  "attachments/bobs",
  "users/alice",
  "users/bob",
  "users/1",
  "spaces/team",
  "bob",
  "alice",
  "1",
  "999999999999999999999",
  "-1",
  "true",
  "2024-02-30T00:00:00Z",
  "2024-02-28T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00.001Z",
  "create_time desc, name",
  "pinned asc",
  "*",
  "content,visibility,state",
  "title,filter,icon",
  "displayName,email",
  "name",
  "general_setting.locale",
  'content.contains("a")',
  '"x" in tags && pinned',
  'creator == "users/alice"',
  'content.matches("(a+)+$")',
  'username == "bob"',
  'tags.exists(t, t.startsWith("x"))',
  "((((((((((",
  "PUBLIC",
  "ARCHIVED",
  "REFERENCE",
  "GENERAL",
  "TAGS",
  "YWJj",
  "not base64!",
  "../../etc/passwd",
  "a/../b",
  "a.png",
  "x.svg",
  "nul\0inside",
  "\uD800",
  "\uDC00\uD800",
  "\u202Etxt.exe",
  "e\u0301\u200D👩‍👩‍👧‍👦",
  "http://127.0.0.1/",
  "http://[::ffff:7f00:1]/",
  "http://0x7f.1/",
  "http://2130706433/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "https://user:pass@8.8.8.8/",
  "# H\n\n- [ ] a\n\n```x\n`\n$$\n#tag/..//",
  "__proto__",
  "constructor",
  "toString",
  "' OR 1=1; --",
  "%00",
  "%",
  "a".repeat(37),
  "x".repeat(10_000),
  "[".repeat(5_000),
];

/** Arbitrary strings, often from `knownTexts`. */
export const texts: Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...knownTexts), weight: 6 },
  { arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }), weight: 2 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 40 }), weight: 1 },
);

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? { tags: value } : [value];
  return value;
}

/** Values that are invalid for nearly every field. */
export const hostileValues: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    0,
    -0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53 + 2,
    2 ** 63,
    true,
    "",
    [],
    [[]],
    {},
    [null],
    nested(40),
    nested(800),
    JSON.parse('{"__proto__":{"role":"ADMIN","isHost":true}}'),
    { constructor: { prototype: { role: "ADMIN" } } },
    { toString: 1, valueOf: null, hasOwnProperty: 0 },
    { length: 2 ** 32 },
    "x".repeat(100_000),
    Array.from({ length: 2_000 }, () => "memos/a"),
  ),
  texts,
  fc.jsonValue({ maxDepth: 3 }),
);

/** Replaces one part of a JSON value, selected by `at`, with `value`; an object may get an extra key. */
export function replacePart(
  whole: unknown,
  at: readonly number[],
  value: unknown,
  extraKey: string,
): unknown {
  const [first, ...rest] = at;
  if (first === undefined || typeof whole !== "object" || whole === null) return value;
  if (Array.isArray(whole)) {
    const index = first % (whole.length + 1);
    return whole.toSpliced(index, 1, replacePart(whole[index], rest, value, extraKey));
  }
  const entries = Object.entries(whole);
  const index = first % (entries.length + 1);
  const [key, inner] = entries[index] ?? [extraKey, undefined];
  const changed = replacePart(inner, rest, value, extraKey);
  return Object.fromEntries([...entries.filter(([name]) => name !== key), [key, changed]]);
}
