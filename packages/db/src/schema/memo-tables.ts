import type { Generated, GeneratedAlways } from "kysely";

import type { Flag } from "./flag.ts";
import type { UserReference } from "@tidemark/core/names";
import type { Stamp } from "@tidemark/core/model";

/**
 * A memo with everything derived from its content. Times in epoch milliseconds. Narrow columns precede
 * `content`, so a filter on flags never reads a memo's text.
 */
export interface MemoTable {
  /** Integer id in the legacy API; never reused. */
  pk: Generated<number>;
  /** The same number as a column that indexes can include: the order in which memos were created. */
  number: GeneratedAlways<number>;
  id: string;
  creator: UserReference;
  created_ms: number;
  updated_ms: number;
  /** 0 NORMAL, 1 ARCHIVED. */
  state: Flag;
  /** 1 while the memo is in the trash: exactly when `deleted_ms` is set. */
  deleted: Flag;
  pinned: Flag;
  /** 0 PRIVATE, 1 SPACE, 2 PROTECTED, 3 PUBLIC. */
  visibility: number;
  space: string | null;
  /** Id of the memo that this one comments on. */
  parent: string | null;
  has_link: Flag;
  has_task_list: Flag;
  has_code: Flag;
  has_incomplete_tasks: Flag;
  has_location: Flag;
  deleted_ms: number | null;
  latitude: number | null;
  longitude: number | null;
  place: string | null;
  seq: number;
  gen: number;
  /** Title and snippet; in a device's file they may be stored as parts of the content. */
  title: string;
  snippet: string;
  /** JSON array of strings, in order of first appearance. */
  tags: string;
  /** JSON object: stamps by field. */
  stamps: string;
  /** JSON object: fields of newer versions. */
  extra: string;
  content: string;
  /**
   * Number of unchecked tasks. The column was added later and so follows the text: read it from an index.
   */
  open_tasks: Generated<number>;
}

/**
 * One row per memo and tag. Repeats the columns that lists by tag need, so scanning a tag by time never
 * touches memos hidden from the reader.
 */
export interface MemoTagTable {
  memo_pk: number;
  tag: string;
  creator: UserReference;
  created_ms: number;
  visibility: number;
  space: string | null;
  /** 1 if the memo is NORMAL, not in the trash and not a comment. */
  listed: Flag;
}

/** Trigrams of the folded content; rowid is `memo.pk`. Holds no text and cannot be read back. */
export interface MemoTrigramTable {
  rowid: number;
  text: string;
}

/** Words of the content for ranked search; rowid is `memo.pk`. Holds no text. */
export interface MemoWordTable {
  rowid: number;
  text: string;
}

/** A memo's document, unless it is only its seed. */
export interface MemoDocTable {
  memo: string;
  gen: number;
  state: Uint8Array;
}

export interface MemoElementTable {
  memo: string;
  set_name: string;
  key: string;
  /** JSON; null when the element was removed. */
  value: string | null;
  stamp: Stamp;
}

/** Notes on a memo, by name. */
export interface MemoNoteTable {
  memo: string;
  key: string;
  value: string;
}

/** A renewed document in its last state. */
export interface EndedDocumentTable {
  memo: string;
  gen: number;
  state: Uint8Array;
  at_ms: number;
}

/** Recently replaced texts, a few per memo: the bases of three-way merges. */
export interface PastTextTable {
  pk: Generated<number>;
  memo: string;
  sha: string;
  at_ms: number;
  /** 1 if a client was sent it with its ETag, and may send that again. */
  served: number;
  content: string;
}

export interface RevisionTable {
  /** Insertion order: settles revisions of one millisecond. */
  pk: Generated<number>;
  id: string;
  memo: string;
  author: UserReference;
  device: string;
  reason: string;
  at_ms: number;
  content: string;
}

export interface MemoShareTable {
  id: string;
  memo: string;
  token_hash: string;
  sealed_token: string;
  creator: UserReference;
  created_ms: number;
  expires_ms: number | null;
}
