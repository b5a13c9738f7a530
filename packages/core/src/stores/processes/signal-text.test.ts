import { describe, expect, test } from "vitest";
import { gatherOutbound, readInbound } from "./signal-text.ts";
import type { Signal } from "./signals.ts";
import type { Scope } from "../../model/scope.ts";

const size = { maxBytes: 1000, maxTexts: 4 };

/** Returns the texts for the added signals, and the signals that another process reads from them. */
function passOn(...added: Signal[]) {
  const outbound = gatherOutbound("p", size);
  outbound.add(added);
  const texts = outbound.take();
  expect(outbound.take()).toEqual([]);
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(size.maxBytes);
  const heard = texts.map((text) => readInbound(text, "q"));
  return { texts, signals: heard.flatMap((each) => each?.signals ?? []) };
}

const moved = (...scopes: Scope[]): Signal => ({ kind: "scopes-moved", scopes });

describe("sent signals", () => {
  test("arrive unchanged, each once, in one text if they fit", () => {
    const { texts, signals } = passOn(
      moved("u:a", "pub"),
      { kind: "events-logged" },
      moved("pub", "u:b"),
      { kind: "events-logged" },
      { kind: "settings-changed" },
    );
    expect(texts).toHaveLength(1);
    expect(signals).toEqual([
      { kind: "events-logged" },
      { kind: "settings-changed" },
      moved("u:a", "pub", "u:b"),
    ]);
    expect(passOn().texts).toEqual([]);
  });

  test("include a change of credentials even if no session or token ended", () => {
    const changed = { kind: "credentials-changed", ended: [] } as const;
    expect(passOn(changed).signals).toEqual([changed]);
    const ended = { kind: "credentials-changed", ended: ["a", "b"] } as const;
    const { texts, signals } = passOn(changed, ended, moved("u:a"));
    expect(texts).toHaveLength(2);
    expect(signals).toContainEqual(ended);
  });

  test("use several texts if they are long, and become `everything-moved` if they are too many", () => {
    const scopes = Array.from({ length: 40 }, (_, n): Scope => `u:äöü€𝄞"\\\u2028${n}`);
    const { texts, signals } = passOn(moved(...scopes), { kind: "deliveries-due" });
    expect(texts.length).toBeGreaterThan(1);
    expect(signals).toContainEqual({ kind: "deliveries-due" });
    const heard = signals.flatMap((each) => (each.kind === "scopes-moved" ? each.scopes : []));
    expect(heard).toEqual(scopes);
    const many = Array.from({ length: 400 }, (_, n): Scope => `u:user${n}`);
    expect(passOn(moved(...many)).signals).toEqual([{ kind: "everything-moved" }]);
  });
});

test("commits are sent as ranges of numbers, with the last text about them", () => {
  const outbound = gatherOutbound("p", size);
  const take = () => outbound.take().map((text) => readInbound(text, "q"));
  for (const number of [3, 4, 7, 8, 9]) outbound.committed(number);
  outbound.add([{ kind: "events-logged" }]);
  const ranges = [
    [3, 4],
    [7, 9],
  ];
  expect(take()).toMatchObject([{ signals: [{ kind: "events-logged" }], commits: ranges }]);
  const scopes = Array.from({ length: 20 }, (_, n): Scope => `u:${"x".repeat(20)}${n}`);
  outbound.add([moved(...scopes), { kind: "credentials-changed", ended: ["a"] }]);
  outbound.committed(10);
  const several = take().map((text) => text?.commits);
  expect(several.length).toBeGreaterThan(1);
  expect(several.pop()).toEqual([[10, 10]]);
  expect(several.flat()).toEqual([]);
  outbound.add([{ kind: "everything-moved" }]);
  outbound.committed(11);
  expect(take()).toMatchObject([{ signals: [{ kind: "everything-moved" }], commits: [[11, 11]] }]);
  // Commits without signals are sent too.
  outbound.committed(12);
  expect(take()).toMatchObject([{ signals: [], commits: [[12, 12]] }]);
});

test("the maximum number of commit ranges fits beside all other fields", () => {
  const outbound = gatherOutbound("p".repeat(12), size);
  const kinds = ["referrers-due", "events-logged", "deliveries-due", "settings-changed"] as const;
  outbound.add(kinds.map((kind) => ({ kind })));
  outbound.add([{ kind: "credentials-changed", ended: [] }, moved(`u:${"x".repeat(218)}`)]);
  for (let n = 0; n < 5; n += 1) outbound.committed(1e12 + 2 * n);
  for (const text of outbound.take()) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(size.maxBytes);
    expect(readInbound(text, "q")?.commits).toHaveLength(5);
  }
});

test("more commit ranges are sent in separate texts after the signals", () => {
  const outbound = gatherOutbound("p", size);
  outbound.add([{ kind: "events-logged" }]);
  const numbers = Array.from({ length: 100 }, (_, n) => 1e9 + 2 * n);
  for (const number of numbers) outbound.committed(number);
  const texts = outbound.take();
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(size.maxBytes);
  const [first, ...others] = texts.map((text) => readInbound(text, "q"));
  expect(first).toMatchObject({ signals: [{ kind: "events-logged" }], commits: [] });
  expect(others.flatMap((each) => each?.commits ?? [])).toEqual(numbers.map((n) => [n, n]));
});

test("relayed texts keep their order, beside signals", () => {
  const outbound = gatherOutbound("p", size);
  const said = Array.from({ length: 9 }, (_, n) => `${"x".repeat(60)}${n}`);
  for (const text of said) outbound.relay(text);
  outbound.add([{ kind: "events-logged" }]);
  const heard = outbound.take().map((text) => readInbound(text, "q"));
  expect(heard.flatMap((each) => each?.relayed ?? [])).toEqual(said);
  expect(heard.flatMap((each) => each?.signals ?? [])).toEqual([{ kind: "events-logged" }]);
});

test("a process ignores its own texts, and reads invalid ones as `everything-moved`", () => {
  const outbound = gatherOutbound("p", size);
  outbound.add([{ kind: "events-logged" }]);
  const [text = ""] = outbound.take();
  expect(readInbound(text, "p")).toBe(null);
  for (const other of ["", "{", "[]", '{"from":"q","kinds":["what-is-new"]}', '{"kinds":[]}']) {
    expect(readInbound(other, "p")?.signals).toEqual([{ kind: "everything-moved" }]);
  }
});
