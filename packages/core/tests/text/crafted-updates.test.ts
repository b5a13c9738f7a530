import { test as property, fc } from "@fast-check/vitest";
import * as encoding from "lib0/encoding";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import * as Y from "yjs";
import { inspectUpdate, updateLimits } from "../../src/text/inspect-update.ts";
import { maxMergeSteps } from "../../src/text/merge-work.ts";
import { mergeWork } from "../../src/text/work-done.ts";
import { holdMerge, limitMergesHere, MergeElsewhere } from "../../src/text/merge-elsewhere.ts";
import {
  applyTextUpdate,
  documentText,
  mergeTextUpdate,
  mergeTextUpdates,
  textName,
  textUpdateTo,
} from "../../src/text/text-document.ts";
import type { MemoText } from "../../src/text/memo-text.ts";
import { type Crafted, craftUpdate, type Piece } from "./craft-update.ts";

const empty: MemoText = { memo: "m", content: "", text: { gen: 1, state: null } };
const upTo = (count: number): number[] => [...Array(count).keys()];
const lengthOf = (length: number) => (to: encoding.Encoder) => encoding.writeVarUint(to, length);
const wordsOf = (text: string) => (to: encoding.Encoder) => encoding.writeVarString(to, text);
const one = (piece: Piece): Crafted => ({ clients: [[7, 0, [piece]]] });

describe("an update that no editor of this app makes", () => {
  const foreign: Record<string, Crafted> = {
    "an embedded object": one({ content: { ref: 5, write: wordsOf('{"a":1}') } }),
    formatting: one({
      content: {
        ref: 6,
        write: (to) => {
          encoding.writeVarString(to, "bold");
          encoding.writeVarString(to, "true");
        },
      },
    }),
    "a nested type": one({ content: { ref: 7, write: lengthOf(2) } }),
    "any values": one({ content: { ref: 8, write: lengthOf(0) } }),
    JSON: one({ content: { ref: 2, write: lengthOf(0) } }),
    bytes: one({ content: { ref: 3, write: lengthOf(0) } }),
    "a document of its own": one({ content: { ref: 9, write: wordsOf("guid") } }),
    "another root": one({ text: "x", root: "comments" }),
    "a root whose name is longer": one({ text: "x", root: "content2" }),
    "a part of a type": one({ text: "x", parent: [7, 0] }),
    "a key of a map": one({ text: "x", parentSub: "title" }),
    "an empty item": one({ text: "" }),
    "a removed piece of no length": one({ content: { ref: 1, write: lengthOf(0) } }),
    "a hole without an end": one({ content: { ref: 10, write: lengthOf(2 ** 40) } }),
    "a client twice": {
      clients: [
        [7, 0, [{ text: "a" }]],
        [7, 1, [{ left: [7, 0], text: "b" }]],
      ],
    },
    "a deletion of nothing": { clients: [], deletions: [[7, [[0, 0]]]] },
    "ranges that lie on each other": { clients: [], deletions: [[7, upTo(10).map(() => [0, 9])]] },
    "ranges out of order": {
      clients: [],
      deletions: [
        [
          7,
          [
            [5, 1],
            [0, 1],
          ],
        ],
      ],
    },
    "deletions of a client twice": {
      clients: [],
      deletions: [
        [7, [[0, 1]]],
        [7, [[1, 1]]],
      ],
    },
    "too many clients": {
      clients: upTo(updateLimits.clients + 1).map((i) => [i, 0, [{ text: "x" }]]),
    },
    "too many pieces": {
      clients: [[7, 0, upTo(updateLimits.structs + 1).map(() => ({ text: "x" }))]],
    },
    "too many ranges": {
      clients: [],
      deletions: [[7, upTo(updateLimits.ranges + 1).map((i) => [2 * i, 1])]],
    },
  };

  test.each(Object.entries(foreign))("T13 · %s is refused before it is applied", (_, crafted) => {
    const before = mergeWork();
    const update = craftUpdate(crafted);
    expect(inspectUpdate(update).ok).toBe(false);
    expect(applyTextUpdate(empty, update)).toEqual({
      ok: false,
      error: { type: "invalid-update" },
    });
    expect(mergeWork()).toBe(before);
  });

  test("T13 · counts larger than the data cost nothing", () => {
    for (const count of [updateLimits.structs, 2 ** 31, 2 ** 52]) {
      const to = encoding.createEncoder();
      encoding.writeVarUint(to, 1);
      for (const number of [count, 7, 0]) encoding.writeVarUint(to, number);
      expect(inspectUpdate(encoding.toUint8Array(to)).ok).toBe(false);
    }
  });

  property.prop([fc.uint8Array({ maxLength: 200 })])(
    "T13 · any bytes are judged alike by the look and by Yjs where both take them",
    (bytes) => {
      if (!inspectUpdate(bytes).ok) return;
      const merged = applyTextUpdate(empty, bytes);
      if (merged.ok) expect(typeof merged.value.content).toBe("string");
    },
  );
});

/** Updates within the size limits that are crafted to be slow. */
const slow: Record<string, (size: number) => Crafted> = {
  "each piece into a text from its end": (size) => ({
    clients: [
      [2000, 0, upTo(size).map((i) => ({ left: [1000, 2 * (size - 1 - i)], text: "y" }))],
      [1000, 0, [{ text: "x".repeat(2 * size) }]],
    ],
  }),
  "two devices that only wrote at the top": (size) => ({
    clients: [1, 2].map((client) => [
      client,
      0,
      upTo(size).map((i) => ({ right: i === 0 ? undefined : [client, i - 1], text: "x" })),
    ]),
  }),
  "clients anchored to the one before, each with a branch": (size) => ({
    clients: upTo(size).flatMap((i) => [
      [100_000 - 2 * i, 0, [{ left: i === 0 ? undefined : [100_000 - 2 * i + 2, 0], text: "x" }]],
      [100_001 - 2 * i, 0, [{ text: "y" }]],
    ]),
  }),
};

describe("an update crafted to be slow", () => {
  const maxSteps = 200_000;

  test.each(Object.entries(slow))("T13a · %s takes a bounded number of steps", (_, craft) => {
    const update = craftUpdate(craft(8000));
    expect(inspectUpdate(update).ok).toBe(true);
    const before = mergeWork();
    const merged = mergeTextUpdate({ current: empty, update }, maxSteps);
    expect(mergeWork() - before).toBeLessThan(2 * (maxSteps + update.length));
    if (!merged.ok) expect(merged.error.type).toBe("too-complex");
    // The server stores none of it: the next edit applies to the previous text.
    const next = applyTextUpdate(empty, craftUpdate(one({ text: "fine" })));
    expect(next).toMatchObject({ ok: true, value: { content: "fine" } });
  });

  test("T13a · a slow text is refused, a merely large one is merged", () => {
    const isTaken = (crafted: Crafted): boolean =>
      mergeTextUpdate({ current: empty, update: craftUpdate(crafted) }, maxSteps).ok;
    expect(Object.values(slow).map((craft) => isTaken(craft(8000)))).toContain(false);
    const chain = upTo(8000).map((i): Crafted["clients"][number] => [
      1000 + i,
      0,
      [{ left: i === 0 ? undefined : [999 + i, 0], text: "x" }],
    ]);
    expect(isTaken({ clients: chain })).toBe(true);
  });

  test("T13b · a document that is slow to read again isn't stored, however it was built", () => {
    const top = (client: number) => (i: number) => ({
      right: i === 0 ? undefined : ([client, i - 1] as const),
      text: "x",
    });
    const [size, fromEnd] = [2200, slow["each piece into a text from its end"]];
    // Read in the order of clients the first two cost little; the third reverses the order.
    const two = [2, 1].map((client) => [client, 0, upTo(size).map(top(client))] as const);
    const third = [[3, 0, [{ left: [1, size - 1] as const, text: "z" }]]] as const;
    const ways: readonly (readonly Crafted[])[] = [
      [fromEnd?.(size) ?? { clients: [] }],
      [{ clients: two }, { clients: third }],
    ];
    for (const way of ways) {
      let current = empty;
      const codes = way.map((crafted) => {
        const merged = mergeTextUpdate({ current, update: craftUpdate(crafted) });
        if (merged.ok) current = { ...empty, ...merged.value };
        return merged.ok ? "kept" : merged.error.type;
      });
      expect(() => documentText(current)).not.toThrow();
      expect(codes.at(-1)).toBe("too-complex");
      expect(codes.slice(0, -1).every((code) => code === "kept")).toBe(true);
    }
  });

  test("T13c · a long merge on another thread doesn't run twice", () => {
    const [craft] = Object.values(slow);
    const update = craftUpdate(craft?.(2000) ?? { clients: [] });
    const job = { current: empty, update };
    limitMergesHere(10_000);
    try {
      expect(() => applyTextUpdate(empty, update)).toThrow(MergeElsewhere);
      const merged = mergeTextUpdate(job);
      const release = holdMerge(job, merged, 0);
      for (const i of upTo(20)) applyTextUpdate(empty, craftUpdate(one({ text: `short ${i}` })));
      const before = mergeWork();
      expect(applyTextUpdate({ ...empty }, update.slice())).toBe(merged);
      expect(mergeWork()).toBe(before);
      release();
      expect(() => applyTextUpdate(empty, update)).toThrow(MergeElsewhere);
    } finally {
      limitMergesHere(Number.POSITIVE_INFINITY);
    }
  });
});

/** Next action of a replica: an edit at a position (0 to 1), or an exchange with the server. */
const action = fc.record({
  replica: fc.nat({ max: 3 }),
  kind: fc.constantFrom("type", "type", "type", "cut", "top", "end", "session", "meet", "patch"),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  text: fc.constantFrom("a", "word ", "- [ ] task\n", "🌊", "é", "long ".repeat(50)),
});

const numRuns = propertyRuns(60);

describe("an update of this app", () => {
  property.prop([fc.array(action, { minLength: 1, maxLength: 300 })], { numRuns })(
    "T13d · is never refused, whatever sessions and devices did without a network",
    (actions) => {
      let server = empty;
      let nextClient = 1;
      const devices = upTo(4).map(() => {
        const doc = new Y.Doc();
        doc.clientID = nextClient++;
        const waiting: Uint8Array[] = [];
        doc.on("update", (update: Uint8Array, origin: unknown) => {
          if (origin !== "remote") waiting.push(update);
        });
        return { doc, waiting };
      });
      const take = (update: Uint8Array): void => {
        expect(inspectUpdate(update)).toMatchObject({ ok: true });
        const merged = applyTextUpdate(server, update);
        if (!merged.ok) throw new Error(merged.error.type);
        server = { ...server, ...merged.value };
      };
      const meet = ({ doc, waiting }: (typeof devices)[number]): void => {
        if (waiting.length > 0) take(mergeTextUpdates(waiting.splice(0)));
        if (server.text.state !== null) Y.applyUpdate(doc, server.text.state, "remote");
      };
      for (const { replica, kind, place, text } of actions) {
        const device = devices[replica % devices.length];
        if (device === undefined) continue;
        const { doc } = device;
        const shared = doc.getText(textName);
        const at = Math.floor(place * shared.length);
        if (kind === "type")
          for (const [i, letter] of [...text].entries())
            shared.insert(Math.min(at + i, shared.length), letter);
        else if (kind === "cut") shared.delete(at, Math.min(20, shared.length - at));
        else if (kind === "top") shared.insert(0, text);
        else if (kind === "end") shared.insert(shared.length, text);
        else if (kind === "session") doc.clientID = nextClient++;
        else if (kind === "meet") meet(device);
        else {
          const update = textUpdateTo(
            server,
            `${text}${server.content.replaceAll("a", "")}`,
            2 ** 33,
          );
          if (update !== null) take(update);
        }
      }
      for (const device of [...devices, ...devices]) meet(device);
      for (const { doc } of devices) {
        const state = Y.encodeStateAsUpdate(doc);
        take(state);
        expect(applyTextUpdate(empty, state)).toMatchObject({ ok: true });
        expect(doc.getText(textName).toString()).toBe(documentText(server));
      }
    },
  );

  test("T13d · weeks of many sessions on three devices that sync daily stay far below the limits", () => {
    const devices = upTo(3).map(() => new Y.Doc());
    let client = 1;
    for (let day = 0; day < 15; day += 1) {
      for (const doc of devices) {
        for (let session = 0; session < 6; session += 1) {
          doc.clientID = client++;
          const text = doc.getText(textName);
          for (let edit = 0; edit < 5; edit += 1) {
            const at = (day * 7919 + session * 104_729 + edit * 1299) % (text.length + 1);
            text.insert(edit === 0 ? 0 : at, `edit ${edit} `);
            const cut = Math.floor(at / 2);
            if (edit % 3 === 0) text.delete(cut, Math.min(5, text.length - cut));
          }
        }
      }
      const states = devices.map((doc) => Y.encodeStateAsUpdate(doc));
      for (const doc of devices) for (const state of states) Y.applyUpdate(doc, state);
    }
    const update = Y.encodeStateAsUpdate(devices[0] ?? new Y.Doc());
    const shape = inspectUpdate(update);
    if (!shape.ok) throw new Error(shape.error);
    expect(shape.value.clients).toBeLessThan(updateLimits.clients / 20);
    expect(shape.value.structs).toBeLessThan(updateLimits.structs / 20);
    const before = mergeWork();
    expect(mergeTextUpdate({ current: empty, update }).ok).toBe(true);
    expect(mergeWork() - before).toBeLessThan(maxMergeSteps / 20);
  });
});
