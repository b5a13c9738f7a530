import type { UserReference } from "../names/names.ts";

/** A link that lets whoever has its token read one memo. */
export interface ShareRecord {
  readonly id: string;
  /** Id of the memo. */
  readonly memo: string;
  /** SHA-256 of the token, hex: what a token is looked up by. */
  readonly tokenHash: string;
  /** The token under the instance's key, so that a list can show the link again. */
  readonly sealedToken: string;
  /** Resource name of who made it. */
  readonly creator: UserReference;
  readonly createdMs: number;
  readonly expiresMs: number | null;
}

export interface ShareReader {
  findByHash(tokenHash: string): Promise<ShareRecord | null>;
  /** Oldest first. */
  listByMemo(memo: string): Promise<ShareRecord[]>;
}

export interface ShareStore extends ShareReader {
  insert(share: ShareRecord): Promise<void>;
  remove(id: string): Promise<void>;
  removeByCreator(creator: UserReference): Promise<void>;
}
