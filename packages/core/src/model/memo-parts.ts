import type { UserReference } from "../names/names.ts";

/** One user's reaction to a memo: at most one of each type. */
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

/** One memo refers to another, or comments on it. */
export interface MemoRelation {
  readonly memo: RelationEnd;
  readonly relatedMemo: RelationEnd;
  readonly type: RelationType;
  /** Unique among a memo's relations, and ascends: by type, comments on the memo newest first. */
  readonly key: string;
}
