import type { UserReference } from "../names/names.ts";

/** Reaction of a user to a memo. A user has at most one of each type. */
export interface Reaction {
  readonly id: string;
  /** Resource name of its author. */
  readonly creator: UserReference;
  /** Any text of 1 to 64 characters, commonly an emoji. */
  readonly reactionType: string;
  readonly createdMs: number;
}

export type RelationType = "REFERENCE" | "COMMENT";

export interface RelationEnd {
  readonly id: string;
  readonly snippet: string;
  readonly tags: readonly string[];
}

/** Reference from one memo to another, or a comment on a memo. */
export interface MemoRelation {
  readonly memo: RelationEnd;
  readonly relatedMemo: RelationEnd;
  readonly type: RelationType;
  /** Sort key, unique among a memo's relations: by type, comments on the memo newest first. */
  readonly key: string;
}
