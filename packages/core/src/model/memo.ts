import type { Stamp } from "./stamp.ts";
import type { MemoProperty } from "../markdown/index.ts";
import type { UserReference } from "../names/names.ts";

/** Who may read a memo, from the most restrictive to the least; the order decides concurrent changes. */
export const visibilities = ["PRIVATE", "SPACE", "PROTECTED", "PUBLIC"] as const;

export type Visibility = (typeof visibilities)[number];

export const memoStates = ["NORMAL", "ARCHIVED"] as const;

export type MemoState = (typeof memoStates)[number];

/** The reactions that are offered where nobody chose others; any other is possible. */
export const usualReactions = ["👍", "❤️", "🎉", "😄", "😕", "👀"] as const;

/** Latitude −90…90, longitude −180…180, in degrees. One register: it is always replaced whole. */
export interface MemoLocation {
  readonly placeholder: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The fields that merge one by one: each holds the value with the newest stamp. Times in epoch ms.
 * `memoFields` describes each of them.
 */
export interface MemoFields {
  readonly state: MemoState;
  readonly visibility: Visibility;
  readonly pinned: boolean;
  /** Resource name `spaces/<id>`, or null. */
  readonly space: string | null;
  /** When it was moved to the trash; null when it is not there. */
  readonly deletedMs: number | null;
  readonly location: MemoLocation | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export type MemoFieldName = keyof MemoFields;

/** A memo as it is stored and synced: identity, mergeable fields and the materialised text. */
export interface MemoRow extends MemoFields {
  /** Resource id, the last part of `memos/<id>`. */
  readonly id: string;
  /** Resource name `users/<username>`. */
  readonly creator: UserReference;
  /** Id of the memo that this one comments on, or null. Never changes. */
  readonly parent: string | null;
  readonly content: string;
  /** Generation of the text document; starts at 1. */
  readonly gen: number;
  readonly stamps: FieldStamps;
  /** The server's sequence number of the last change; 0 for what no server has seen. */
  readonly seq: number;
  /** Fields sent by a newer version, kept and sent on untouched. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** What is derived from the content in one place (`deriveMemo`), never merged. */
export interface MemoDerived {
  /** Unique, case kept, in order of first appearance. */
  readonly tags: readonly string[];
  readonly property: MemoProperty;
  readonly snippet: string;
}

/** A stored memo with what is derived from it. */
export interface MemoRecord extends MemoRow, MemoDerived {
  /** The older form's integer id, given by the store. */
  readonly number: number;
}

/** What decides who may read a memo, and what names it to them: everything but its text. */
export type MemoHead = Pick<
  MemoRecord,
  | "number"
  | "id"
  | "creator"
  | "parent"
  | "state"
  | "visibility"
  | "space"
  | "deletedMs"
  | "snippet"
  | "tags"
>;

/**
 * The document behind a memo's text. `state` is a full Yjs update; null means that nothing but the
 * deterministic seed of `content` has happened, so nothing is stored.
 */
export interface TextState {
  readonly gen: number;
  readonly state: Uint8Array | null;
}

/** What hangs on a memo one by one, each written by whoever may: reactions, and links to memos. */
export const elementSets = ["reaction", "relation"] as const;

export type ElementSet = (typeof elementSets)[number];

/**
 * One element of a set of a memo. The newest stamp wins, and a tie goes to the one that adds.
 * `value` null: it was removed; the rest stays, so that a late addition cannot bring it back.
 */
export interface MemoElement {
  readonly set: ElementSet;
  /** Unique within the set of the memo. */
  readonly key: string;
  readonly value: Readonly<Record<string, string | number>> | null;
  readonly stamp: Stamp;
}

/** A memo's row with its document and its elements: what operations apply to. */
export interface MemoEntity {
  readonly row: MemoRow;
  readonly text: TextState;
  /** Removed ones included, in order of set and key. */
  readonly elements: readonly MemoElement[];
}

/** The newest stamp per field. `*` stands for every field that has none of its own. */
export type FieldStamps = { readonly "*": Stamp } & {
  readonly [F in MemoFieldName]?: Stamp | undefined;
};

export function stampOf(stamps: FieldStamps, field: MemoFieldName): Stamp {
  return stamps[field] ?? stamps["*"];
}
