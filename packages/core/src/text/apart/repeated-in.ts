import * as Y from "yjs";
import type { MemoText } from "../memo-text.ts";
import type { TextRebaser } from "../rebase-update.ts";
import { firstEndingAfter, type Run } from "../runs.ts";
import { applyTextUpdate, documentEnds, documentState } from "../text-document.ts";

/** Insertions that an update repeats, because the receiver has them already. */
export interface RepeatedIn {
  /**
   * Returns the document in which they have their places, or null if there is none. It may contain the rest of the
   * update too.
   */
  readonly document: () => MemoText | null;
  /** Returns how many letters of a client the receiver has. */
  readonly known: (client: number) => number;
  /** Text of the receiver. */
  readonly ours: string;
  /** Returns letters that the receiver has and the document doesn't. */
  readonly letters: LettersOf;
}

/** Returns the insertions that an update of the current document repeats. */
export function repeatedIn(current: MemoText): RepeatedIn {
  const ends = documentEnds(current);
  return {
    document: () => current,
    known: (client) => ends.get(client) ?? 0,
    ours: current.content,
    letters: () => "",
  };
}

/** Document that was renewed, as it ended. */
export interface RenewedDocument {
  readonly ended: MemoText;
  readonly rebaser: TextRebaser;
}

/** Letters of a sender's client in one document: the ids that they have in the sender's, and their client here. */
interface Part {
  readonly client: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the insertions that an update of a renewed document repeats. `line`: that document and those up to the
 * current one. Their places are in the first: the next one lacks the letters that were deleted before.
 */
export function repeatedSince(
  line: readonly [RenewedDocument, ...RenewedDocument[]],
  current: MemoText,
  update: Uint8Array,
): RepeatedIn {
  const ends = documentEnds(current);
  const sources = [...line.map(({ ended }) => ended), current].map((document) => {
    let letters: LettersOf | undefined;
    const lazy: LettersOf = (...ids) => (letters ??= lettersOf(documentState(document)))(...ids);
    return lazy;
  });
  const found = new Map<number, readonly Part[]>();
  const partsOf = (sender: number): readonly Part[] => {
    const known = found.get(sender);
    if (known !== undefined) return known;
    let client = sender;
    let from = 0;
    const parts = line.map(({ rebaser }): Part => {
      const next = rebaser.rebasedClient(client);
      const part = { client, from, to: from + next.ended };
      client = next.client;
      from = part.to;
      return part;
    });
    parts.push({ client, from, to: from + (ends.get(client) ?? 0) });
    found.set(sender, parts);
    return parts;
  };
  return {
    document: () => {
      const [{ ended }] = line;
      const edited = applyTextUpdate(ended, update);
      return edited.ok ? { memo: current.memo, ...edited.value } : null;
    },
    ours: current.content,
    known: (sender) => partsOf(sender).at(-1)?.to ?? 0,
    letters: (sender, clock, length) => {
      const texts = partsOf(sender).map(({ client, from, to }, i) => {
        const start = Math.max(clock, from);
        const end = Math.min(clock + length, to);
        return start < end ? (sources[i]?.(client, start - from, end - start) ?? "") : "";
      });
      return texts.join("");
    },
  };
}

/** Returns the letters of some ids of a client. */
export type LettersOf = (client: number, clock: number, length: number) => string;

interface LetterRun extends Run {
  readonly client: number;
  readonly letters: string;
}

/** Returns the letters that an update or a document contains. */
export function lettersOf(update: Uint8Array): LettersOf {
  const strings = Y.decodeUpdate(update).structs.flatMap((struct): LetterRun[] => {
    if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) return [];
    const { id, length, content } = struct;
    return [{ client: id.client, clock: id.clock, length, letters: content.str }];
  });
  const runs = Map.groupBy(strings, ({ client }) => client);
  return (client, clock, length) => {
    const known = runs.get(client) ?? [];
    let letters = "";
    for (let i = firstEndingAfter(known, clock); i < known.length; i += 1) {
      const run = known[i];
      if (run === undefined || run.clock >= clock + length) break;
      letters += run.letters.slice(Math.max(0, clock - run.clock), clock + length - run.clock);
    }
    return letters;
  };
}
