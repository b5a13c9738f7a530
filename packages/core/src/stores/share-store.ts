import type { UserReference } from "../names/names.ts";

/** Share link. Anyone with its token can read one memo. */
export interface ShareRecord {
  readonly id: string;
  /** Id of the memo. */
  readonly memo: string;
  /** SHA-256 of the token, hex. Tokens are looked up by it. */
  readonly tokenHash: string;
  /** Token, encrypted with the instance's key. Lists use it to show the link again. */
  readonly sealedToken: string;
  /** Resource name of the user who created the link. */
  readonly creator: UserReference;
  readonly createdMs: number;
  readonly expiresMs: number | null;
}

export interface ShareReader {
  findByHash(tokenHash: string): Promise<ShareRecord | null>;
  /** Returns the links, oldest first. */
  listByMemo(memo: string): Promise<ShareRecord[]>;
}

export interface ShareStore extends ShareReader {
  insert(share: ShareRecord): Promise<void>;
  remove(id: string): Promise<void>;
  /** Returns how many links were deleted. */
  removeByCreator(creator: UserReference): Promise<number>;
}
