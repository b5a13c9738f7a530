import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import {
  applyTextUpdate,
  documentState,
  mergeReadings,
  type MemoText,
  rebaserOf,
  repeatsWord,
  textUpdateSince,
  toBase64,
  withSharedInserts,
} from "../../text/index.ts";
import {
  wordChanger,
  wordChanges,
  wordsInText,
  wordsToText,
} from "../../../tests/text/changed-words.ts";
import { editedText, seedText } from "../../../tests/text/edited-text.ts";
import { findRepeated } from "./rebase-edits.ts";

/** Server with a memo's document and those that it has renewed. */
function serverOf(start: MemoText) {
  let current = start;
  const ended: MemoText[] = [];
  return {
    current: () => current,
    edit: (content: string, client: number) => {
      current = editedText(current, content, client);
    },
    renew: () => {
      ended.push(current);
      const { memo, content, text } = current;
      current = { memo, content, text: { gen: text.gen + 1, state: null } };
    },
    /** Merges an edit of the first document by letters. */
    push: (update: Uint8Array) => {
      const rebased = ended.reduce<Uint8Array | null>(
        (each, document) => (each === null ? null : rebaserOf(document).rebase(each)),
        update,
      );
      const merged = rebased === null ? null : applyTextUpdate(current, rebased);
      if (merged?.ok !== true) throw new Error("the edit can't be rebased");
      current = { memo: current.memo, ...merged.value };
    },
    /** Returns the base of a merge with an edit of the first document. */
    sharedBase: async (base: string, sent: { update: Uint8Array; theirs: string }) => {
      const find = async (_memo: string, gen: number): Promise<Uint8Array | null> => {
        const document = ended.find(({ text }) => text.gen === gen);
        return document === undefined ? null : documentState(document);
      };
      const op = { gen: start.text.gen, update: toBase64(sent.update) };
      const repeated = await findRepeated({ endedDocuments: { find } }, current, op);
      return withSharedInserts(base, repeated, sent);
    },
  };
}

const schedule = fc.record({
  base: fc.nat(4),
  pending: fc.array(wordChanges, { minLength: 1, maxLength: 2 }),
  one: wordChanges,
  other: wordChanges,
  /** Edits of others, each before a renewal. */
  renewals: fc.array(wordChanges, { minLength: 1, maxLength: 3 }),
  pushedAfter: fc.nat(3),
});

describe("T9b, T12 · edits of a renewed document that another copy of the profile sent", () => {
  property.prop([schedule], { numRuns: 150 })(
    "put no word twice into the text, and lose none",
    async (given) => {
      const change = wordChanger();
      const words = change(
        [],
        Array.from({ length: given.base }, () => [0, false] as const),
      );
      const base = wordsToText(words);
      const start = seedText(base);
      const server = serverOf(start);
      let pending = words;
      let copied = start;
      for (const made of given.pending) {
        pending = change(pending, made);
        copied = editedText(copied, wordsToText(pending), 7);
      }
      const [one, other] = [change(pending, given.one), change(pending, given.other)];
      const ours = textUpdateSince(start, editedText(copied, wordsToText(one), 8));
      const theirs = editedText(copied, wordsToText(other), 9);
      for (const [i, made] of given.renewals.entries()) {
        if (i === given.pushedAfter) server.push(ours);
        const edited = change(wordsInText(server.current().content), made);
        server.edit(wordsToText(edited), 20 + i);
        server.renew();
      }
      if (given.pushedAfter >= given.renewals.length) server.push(ours);

      const sent = { update: textUpdateSince(start, theirs), theirs: theirs.content };
      const shared = await server.sharedBase(base, sent);
      const { content } = server.current();
      // A server repairs words that its merge by letters has joined.
      fc.pre(content.split(/\s+/).every((each) => wordsInText(each).length <= 1));
      server.push(sent.update);
      const letters = server.current().content;
      const read = mergeReadings(shared ?? base, content, theirs.content, "theirs");
      const isWrong = repeatsWord(read.text, [content, theirs.content, letters]);
      const merged = shared === null || isWrong ? { text: letters, clashes: [] } : read;
      const found = wordsInText(merged.text);
      expect(new Set(found).size).toBe(found.length);
      const isNew = (word: string): boolean => ![...words, ...pending].includes(word);
      const lost = merged.clashes.flatMap((clash) => wordsInText(clash.ours));
      const written = [...wordsInText(content), ...other].filter(isNew);
      expect([...found, ...lost]).toEqual(expect.arrayContaining(written));
    },
  );

  test("are merged once where the renewed document lacks a word of their base", async () => {
    const start = seedText("one two\n");
    const server = serverOf(start);
    const copied = editedText(start, "one \nnew ", 7);
    const theirs = editedText(copied, "one \nnew last\n", 9);
    server.edit("one \n", 5);
    server.renew();
    server.push(textUpdateSince(start, copied));
    const sent = { update: textUpdateSince(start, theirs), theirs: theirs.content };
    const shared = await server.sharedBase(start.content, sent);
    expect(shared).toBe("one two\nnew ");
    const merged = mergeReadings(shared ?? "", server.current().content, theirs.content, "theirs");
    expect(merged.text).toBe("one \nnew last\n");
  });

  test("have no places if they build on edits that were rebased before", async () => {
    const start = seedText("end");
    const server = serverOf(start);
    const before = editedText(start, "first end", 6);
    const copied = editedText(before, "first second end", 7);
    const theirs = editedText(copied, "first second third end", 9);
    server.renew();
    server.push(textUpdateSince(start, before));
    server.push(textUpdateSince(before, copied));
    const sent = { update: textUpdateSince(before, theirs), theirs: theirs.content };
    expect(await server.sharedBase(before.content, sent)).toBeNull();
  });
});
