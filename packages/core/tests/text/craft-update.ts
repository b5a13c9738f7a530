import * as encoding from "lib0/encoding";

type Id = readonly [client: number, clock: number];

/** Piece of a crafted update, which needn't be one that an editor makes. */
export interface Piece {
  /** Left and right neighbours. */
  readonly left?: Id | undefined;
  readonly right?: Id | undefined;
  readonly text?: string;
  /** Replaces the text: number of the content's kind, and its bytes. */
  readonly content?: { readonly ref: number; write(to: encoding.Encoder): void };
  /** Name of the root type if it has no neighbour; `content` by default. */
  readonly root?: string;
  readonly parent?: Id;
  readonly parentSub?: string;
}

export interface Crafted {
  readonly clients: readonly (readonly [client: number, clock: number, pieces: readonly Piece[]])[];
  readonly deletions?: readonly (readonly [
    client: number,
    ranges: readonly (readonly [clock: number, length: number])[],
  ])[];
}

/** Writes a Yjs update, version 1, by hand. */
export function craftUpdate({ clients, deletions = [] }: Crafted): Uint8Array {
  const to = encoding.createEncoder();
  encoding.writeVarUint(to, clients.length);
  for (const [client, clock, pieces] of clients) {
    for (const number of [pieces.length, client, clock]) encoding.writeVarUint(to, number);
    for (const piece of pieces) writePiece(to, piece);
  }
  encoding.writeVarUint(to, deletions.length);
  for (const [client, ranges] of deletions) {
    for (const number of [client, ranges.length]) encoding.writeVarUint(to, number);
    for (const range of ranges) for (const number of range) encoding.writeVarUint(to, number);
  }
  return encoding.toUint8Array(to);
}

function writePiece(to: encoding.Encoder, piece: Piece): void {
  const { left, right, content, text = "", root = "content", parent, parentSub } = piece;
  const ref = content?.ref ?? 4;
  const flags = (left ? 0x80 : 0) | (right ? 0x40 : 0) | (parentSub === undefined ? 0 : 0x20);
  encoding.writeUint8(to, ref | flags);
  if (ref !== 0 && ref !== 10) {
    for (const id of [left, right])
      for (const number of id ?? []) encoding.writeVarUint(to, number);
    if (!left && !right) {
      encoding.writeVarUint(to, parent === undefined ? 1 : 0);
      if (parent === undefined) encoding.writeVarString(to, root);
      else for (const number of parent) encoding.writeVarUint(to, number);
      if (parentSub !== undefined) encoding.writeVarString(to, parentSub);
    }
  }
  if (content === undefined) encoding.writeVarString(to, text);
  else content.write(to);
}
