import type { Stamp } from "./stamp.ts";
import type { MemoProperty } from "../markdown/index.ts";
import type { UserReference } from "../names/names.ts";

/** Visibilities of a memo, from the most restrictive to the least. The order resolves concurrent changes. */
export const visibilities = ["PRIVATE", "SPACE", "PROTECTED", "PUBLIC"] as const;

export type Visibility = (typeof visibilities)[number];

export const memoStates = ["NORMAL", "ARCHIVED"] as const;

export type MemoState = (typeof memoStates)[number];

/** Default reactions offered by the app. Any other is possible. */
export const usualReactions = ["👍", "❤️", "🎉", "😄", "😕", "👀"] as const;

/** Latitude −90…90, longitude −180…180, in degrees. One register: always replaced as a whole. */
export interface MemoLocation {
  readonly placeholder: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Fields that merge separately: each holds the value with the newest stamp. Times in epoch ms. `memoFields`
 * describes each of them.
 */
export interface MemoFields {
  readonly state: MemoState;
  readonly visibility: Visibility;
  readonly pinned: boolean;
  /** Resource name `spaces/<id>`, or null. */
  readonly space: string | null;
  /** Time at which it was moved to the trash; null if it isn't there. */
  readonly deletedMs: number | null;
  readonly location: MemoLocation | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export type MemoFieldName = keyof MemoFields;

/** Memo as it is stored and synced: identity, mergeable fields and the materialised text. */
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
  /** Server's seq of the last change; 0 if no server has it. */
  readonly seq: number;
  /** Fields from a newer version, stored and sent unchanged. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Data derived from the content by `deriveMemo`, never merged. */
export interface MemoDerived {
  /** Unique, with case preserved, in order of first appearance. */
  readonly tags: readonly string[];
  readonly property: MemoProperty;
  readonly snippet: string;
}

/** Stored memo with its derived data. */
export interface MemoRecord extends MemoRow, MemoDerived {
  /** Integer id of the legacy API, assigned by the store. */
  readonly number: number;
}

/** Memo without its text: the fields that decide who may read it, and those that identify it to readers. */
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
 * Document of a memo's text. `state` is a full Yjs update. It is null if the document contains only the
 * deterministic seed of `content`, which isn't stored.
 */
export interface TextState {
  readonly gen: number;
  readonly state: Uint8Array | null;
}

/** Sets of elements that belong to a memo: reactions, and links to memos. Different users may write them. */
export const elementSets = ["reaction", "relation"] as const;

export type ElementSet = (typeof elementSets)[number];

/**
 * Element of a set of a memo. The newest stamp wins; for equal stamps, adding wins. `value` is null for a
 * removed element. It stays stored: a late addition must not restore it.
 */
export interface MemoElement {
  readonly set: ElementSet;
  /** Unique within the set of the memo. */
  readonly key: string;
  readonly value: Readonly<Record<string, string | number>> | null;
  readonly stamp: Stamp;
}

/** Memo's row with its document and elements. Operations apply to it. */
export interface MemoEntity {
  readonly row: MemoRow;
  readonly text: TextState;
  /** Includes removed ones; in order of set and key. */
  readonly elements: readonly MemoElement[];
}

/** Newest stamp per field. `*` is the stamp of every field without a separate one. */
export type FieldStamps = { readonly "*": Stamp } & {
  readonly [F in MemoFieldName]?: Stamp | undefined;
};

export function stampOf(stamps: FieldStamps, field: MemoFieldName): Stamp {
  return stamps[field] ?? stamps["*"];
}
