import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import { clientIdFrom } from "./text-hash.ts";
import { applyCounted, maxReadSteps, openCounted } from "./merge-work.ts";
import { firstEndingAfter, type Run } from "./runs.ts";
import { documentState, seedClientId, textName } from "./text-document.ts";
import type { MemoText } from "./memo-text.ts";

/**
 * Rebases updates of an ended document onto its next generation, which is the same text as a single insert.
 * Only ids change. The final text of the ended document has positions in the insert. Later content keeps its
 * text and its place between those characters, under an id derived from the old one. Rebasing the same edit
 * twice, in parts or on two servers gives one edit. Rebased edits merge as they would have in the ended
 * document.
 */
export interface TextRebaser {
  /**
   * Returns the update for the next document; null if it isn't an update of the ended document or of a text.
   */
  rebase(update: Uint8Array): Uint8Array | null;
  /** Returns the client that has the rebased letters of a client, and how many letters the ended document has. */
  rebasedClient(client: number): { readonly client: number; readonly ended: number };
}

interface Id {
  readonly client: number;
  readonly clock: number;
}

/** Consecutive ids of one client in the ended document. */
interface TextRun extends Run, Id {
  readonly isDeleted: boolean;
  /** Number of characters of the text before it. */
  readonly before: number;
}

interface Deletion {
  readonly clock: number;
  readonly len: number;
}

/**
 * Creates a rebaser for an ended document. The next document is the seed of its text in generation + 1.
 * Throws if the document takes too much work to read.
 */
export function rebaserOf(ended: MemoText): TextRebaser {
  const doc = openCounted(maxReadSteps);
  applyCounted(doc, documentState(ended));
  const runs = runsOf(doc);
  const ends = Y.decodeStateVector(Y.encodeStateVector(doc));
  const { length } = doc.getText(textName);
  doc.destroy();
  const { memo, content, text } = ended;
  const seed = seedClientId(memo, text.gen + 1, content);
  const endOf = (client: number): number => ends.get(client) ?? 0;

  const lateId = ({ client, clock }: Id): Id => {
    const end = endOf(client);
    const label = `carried\n${memo}\n${text.gen}\n${client}\n${end}`;
    return { client: clientIdFrom(label), clock: clock - end };
  };

  const runAt = ({ client, clock }: Id): TextRun => {
    const known = runs.get(client) ?? [];
    const run = known[firstEndingAfter(known, clock)];
    if (run === undefined || clock < run.clock) throw new NotOfText();
    return run;
  };

  const leftId = (id: Id | null): Id | null => {
    if (id === null) return null;
    if (id.clock >= endOf(id.client)) return lateId(id);
    const run = runAt(id);
    const count = run.isDeleted ? run.before : run.before + id.clock - run.clock + 1;
    return count === 0 ? null : { client: seed, clock: count - 1 };
  };

  const rightId = (id: Id | null): Id | null => {
    if (id === null) return null;
    if (id.clock >= endOf(id.client)) return lateId(id);
    const run = runAt(id);
    const count = run.isDeleted ? run.before : run.before + id.clock - run.clock;
    return count === length ? null : { client: seed, clock: count };
  };

  /** Rebases the part of a struct that the ended document didn't have. */
  const rebaseStruct = (struct: Y.Item | Y.GC | Y.Skip): Rebased | null => {
    const { client, clock } = struct.id;
    const end = endOf(client);
    if (clock + struct.length <= end) return null;
    const known = Math.max(0, end - clock);
    const id = lateId({ client, clock: clock + known });
    const size = struct.length - known;
    if (!(struct instanceof Y.Item)) {
      return { id, length: size, write: (to) => writeBare(to, struct, size) };
    }
    if (struct.parentSub !== null || !isInText(struct)) throw new NotOfText();
    const left = leftId(known > 0 ? { client, clock: end - 1 } : struct.origin);
    const right = rightId(struct.rightOrigin);
    const { content: inserted } = struct;
    if (inserted instanceof Y.ContentString) {
      const str = inserted.str.slice(known);
      return { id, length: size, write: (to) => writeItem(to, left, right, { str }) };
    }
    if (!(inserted instanceof Y.ContentDeleted)) throw new NotOfText();
    return { id, length: size, write: (to) => writeItem(to, left, right, { deleted: size }) };
  };

  /** Rebases deleted ids of one client to ids of the next document. */
  const rebaseDeletion = (client: number, { clock, len }: Deletion, add: AddDeletion): void => {
    const end = endOf(client);
    const known = runs.get(client) ?? [];
    for (let i = firstEndingAfter(known, clock); i < known.length; i += 1) {
      const run = known[i];
      if (run === undefined || run.clock >= clock + len) break;
      const from = Math.max(clock, run.clock);
      const to = Math.min(clock + len, run.clock + run.length);
      if (from < to && !run.isDeleted) {
        add(seed, { clock: run.before + from - run.clock, len: to - from });
      }
    }
    const from = Math.max(clock, end);
    if (from >= clock + len) return;
    const late = lateId({ client, clock: from });
    add(late.client, { clock: late.clock, len: clock + len - from });
  };

  return {
    rebasedClient(client) {
      const ended = endOf(client);
      return { client: lateId({ client, clock: ended }).client, ended };
    },
    rebase(update) {
      try {
        const { structs, ds } = Y.decodeUpdate(update);
        const rebased = structs.map(rebaseStruct).filter((each) => each !== null);
        const deletions = new Map<number, Deletion[]>();
        const add: AddDeletion = (client, deletion) => {
          const known = deletions.get(client);
          if (known === undefined) deletions.set(client, [deletion]);
          else known.push(deletion);
        };
        for (const [client, ranges] of ds.clients) {
          for (const range of ranges) rebaseDeletion(client, range, add);
        }
        return encodeUpdate(rebased, deletions);
      } catch {
        return null;
      }
    },
  };
}

type AddDeletion = (client: number, deletion: Deletion) => void;

interface Rebased {
  readonly id: Id;
  readonly length: number;
  write(to: encoding.Encoder): void;
}

/** Thrown for a part of a document that isn't a memo's text. */
class NotOfText extends Error {}

function runsOf(doc: Y.Doc): Map<number, TextRun[]> {
  const runs = new Map<number, TextRun[]>();
  let before = 0;
  for (let item = doc.getText(textName)._start; item !== null; item = item.right) {
    const { client, clock } = item.id;
    const run = { client, clock, length: item.length, isDeleted: item.deleted, before };
    const known = runs.get(client);
    if (known === undefined) runs.set(client, [run]);
    else known.push(run);
    if (!item.deleted) before += item.length;
  }
  for (const [client, each] of runs) {
    runs.set(
      client,
      each.toSorted((a, b) => a.clock - b.clock),
    );
  }
  return runs;
}

/** Returns true if the item belongs to the text. Items name their parent only if they have no neighbour. */
function isInText({ parent, origin, rightOrigin }: Y.Item): boolean {
  if (origin !== null || rightOrigin !== null) return true;
  // Yjs stores the parent's name here until the item is integrated.
  const name: unknown = parent;
  return name === textName;
}

const gcRef = 0;
const deletedRef = 1;
const stringRef = 4;
const skipRef = 10;
const hasLeft = 0x80;
const hasRight = 0x40;

/** Encodes a Yjs update, version 1, in the format of `Y.encodeStateAsUpdate`. */
function encodeUpdate(
  rebased: readonly Rebased[],
  deletions: ReadonlyMap<number, readonly Deletion[]>,
): Uint8Array {
  const byClient = Map.groupBy(rebased, ({ id }) => id.client);
  const to = encoding.createEncoder();
  encoding.writeVarUint(to, byClient.size);
  for (const [client, given] of [...byClient].toSorted(([a], [b]) => b - a)) {
    const structs = given.toSorted((a, b) => a.id.clock - b.id.clock);
    encoding.writeVarUint(to, structs.length);
    encoding.writeVarUint(to, client);
    encoding.writeVarUint(to, structs[0]?.id.clock ?? 0);
    for (const struct of structs) struct.write(to);
  }
  encoding.writeVarUint(to, deletions.size);
  for (const [client, ranges] of [...deletions].toSorted(([a], [b]) => b - a)) {
    encoding.writeVarUint(to, client);
    encoding.writeVarUint(to, ranges.length);
    for (const { clock, len } of ranges.toSorted((a, b) => a.clock - b.clock)) {
      encoding.writeVarUint(to, clock);
      encoding.writeVarUint(to, len);
    }
  }
  return encoding.toUint8Array(to);
}

function writeBare(to: encoding.Encoder, struct: Y.GC | Y.Skip, length: number): void {
  encoding.writeUint8(to, struct instanceof Y.Skip ? skipRef : gcRef);
  encoding.writeVarUint(to, length);
}

function writeItem(
  to: encoding.Encoder,
  left: Id | null,
  right: Id | null,
  content: { readonly str: string } | { readonly deleted: number },
): void {
  const ref = "str" in content ? stringRef : deletedRef;
  const flags = (left === null ? 0 : hasLeft) | (right === null ? 0 : hasRight);
  encoding.writeUint8(to, ref | flags);
  for (const id of [left, right]) {
    if (id === null) continue;
    encoding.writeVarUint(to, id.client);
    encoding.writeVarUint(to, id.clock);
  }
  if (left === null && right === null) {
    encoding.writeVarUint(to, 1);
    encoding.writeVarString(to, textName);
  }
  if ("str" in content) encoding.writeVarString(to, content.str);
  else encoding.writeVarUint(to, content.deleted);
}
