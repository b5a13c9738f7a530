import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { err, ok, type Result } from "../error/result.ts";

/** Size of a text update, as far as it can be read without applying it. */
export interface UpdateShape {
  /** Number of clients whose insertions it contains. */
  readonly clients: number;
  /** Number of inserted pieces. */
  readonly structs: number;
  /** Number of deleted ranges. */
  readonly ranges: number;
}

/**
 * Maximum size of one update. A document edited heavily for a year between two renewals has a third of it
 * (ADR 0031 has the measurements). Ten times as much blocks the server for seconds.
 */
export const updateLimits: UpdateShape = { clients: 20_000, structs: 100_000, ranges: 100_000 };

/** Maximum number of characters that one client inserts into one document. */
const maxClock = 2 ** 31;

// Format of a Yjs update, version 1, as far as a memo's text uses it.
const gcRef = 0;
const deletedRef = 1;
const stringRef = 4;
const skipRef = 10;
const hasLeft = 0x80;
const hasRight = 0x40;
const hasParentSub = 0x20;
const refBits = 0x1f;
/** Length and letters of `content`, the only text of a document. */
const rootName = encoding.encode((to) => encoding.writeVarString(to, "content"));

/**
 * Reads an update without applying it. Returns its size, or the human-readable reason why it isn't an update
 * of a memo's text. Takes linear time in its bytes, and stops at the limits.
 */
export function inspectUpdate(update: Uint8Array): Result<UpdateShape, string> {
  try {
    const from = decoding.createDecoder(update);
    const { clients, structs } = inspectStructs(from);
    return ok({ clients, structs, ranges: inspectDeletions(from) });
  } catch (error) {
    // The decoder throws plain errors at the end of the bytes and for numbers that are too large.
    return err(error instanceof NotOfText ? error.message : "is no update of a text");
  }
}

class NotOfText extends Error {}

function inspectStructs(from: decoding.Decoder): Pick<UpdateShape, "clients" | "structs"> {
  const clients = decoding.readVarUint(from);
  if (clients > updateLimits.clients) throw new NotOfText(tooMany("clients"));
  const seen = new Set<number>();
  let structs = 0;
  for (let i = 0; i < clients; i += 1) {
    const count = decoding.readVarUint(from);
    const client = decoding.readVarUint(from);
    if (seen.has(client)) throw new NotOfText("names a client twice");
    seen.add(client);
    structs += count;
    if (structs > updateLimits.structs) throw new NotOfText(tooMany("structs"));
    let clock = decoding.readVarUint(from);
    for (let n = 0; n < count; n += 1) clock += inspectStruct(from);
    if (clock > maxClock) throw new NotOfText("has an implausibly large clock");
  }
  return { clients, structs };
}

/** Skips one piece. Returns the number of ids that it uses, at least. */
function inspectStruct(from: decoding.Decoder): number {
  const info = decoding.readUint8(from);
  const ref = info & refBits;
  if (info === gcRef || info === skipRef) return readLength(from);
  if (ref !== stringRef && ref !== deletedRef)
    throw new NotOfText("contains something other than text");
  if ((info & hasParentSub) !== 0) throw new NotOfText("contains something other than text");
  for (const flag of [hasLeft, hasRight]) {
    if ((info & flag) === 0) continue;
    decoding.readVarUint(from);
    decoding.readVarUint(from);
  }
  if ((info & (hasLeft | hasRight)) === 0) inspectParent(from);
  const length = readLength(from);
  if (ref === deletedRef) return length;
  if (from.pos + length > from.arr.length) throw new NotOfText("is incomplete");
  from.pos += length;
  // Length in UTF-8 bytes. The number of UTF-16 units is at least a third of it.
  return Math.ceil(length / 3);
}

/** Checks the parent of a piece without neighbours: it must be the document's only text, by name. */
function inspectParent(from: decoding.Decoder): void {
  const isRoot = decoding.readVarUint(from) === 1;
  const isText = isRoot && rootName.every((byte) => decoding.readUint8(from) === byte);
  if (!isText) throw new NotOfText("contains a text other than the memo's");
}

function inspectDeletions(from: decoding.Decoder): number {
  const clients = decoding.readVarUint(from);
  if (clients > updateLimits.clients) throw new NotOfText(tooMany("clients"));
  const seen = new Set<number>();
  let ranges = 0;
  for (let i = 0; i < clients; i += 1) {
    const client = decoding.readVarUint(from);
    if (seen.has(client)) throw new NotOfText("names a client twice");
    seen.add(client);
    const count = decoding.readVarUint(from);
    ranges += count;
    if (ranges > updateLimits.ranges) throw new NotOfText(tooMany("ranges"));
    let end = 0;
    for (let n = 0; n < count; n += 1) {
      const clock = decoding.readVarUint(from);
      // In any other order the same pieces would be visited again for each range.
      if (clock < end) throw new NotOfText("deletes the same range twice");
      end = clock + readLength(from);
    }
    if (end > maxClock) throw new NotOfText("has an implausibly large clock");
  }
  return ranges;
}

function readLength(from: decoding.Decoder): number {
  const length = decoding.readVarUint(from);
  if (length === 0) throw new NotOfText("contains an empty item");
  return length;
}

function tooMany(what: keyof UpdateShape): string {
  return `has more than ${updateLimits[what]} ${what}`;
}
