import type { DataStore } from "@tus/server";
import type { UserReference } from "@tidemark/core/names";

/** Time after which an incomplete upload is deleted. */
export const unfinishedMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Maximum number of unfinished uploads of a user. Devices send one file after another, so more are a mistake.
 */
export const maxUnfinished = 64;

/** True if a text can be the id of an upload, which is part of file names. */
export function isUploadId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** Unfinished uploads. */
export interface Uploads {
  /** Store used by the tus server. */
  readonly store: DataStore;
  /** True if the store enforces `maxUnfinished`, even for simultaneous requests. */
  readonly isLimited: boolean;
  /** Returns the user of an upload, from `user` in its metadata; null if there is no such upload. */
  ownerOf(id: string): Promise<string | null>;
  unfinishedOf(user: UserReference): Promise<number>;
  /** Streams the bytes received so far. Throws `UploadGoneError` if they no longer exist. */
  read(id: string): AsyncIterable<Uint8Array>;
  /** Deletes an upload; does nothing if it doesn't exist. */
  drop(id: string): Promise<void>;
  /** Deletes expired unfinished uploads and returns their number. */
  expire(): Promise<number>;
}

/**
 * Thrown when the received bytes of an upload no longer exist: another process has stored them, or they were
 * lost.
 */
export class UploadGoneError extends Error {
  override readonly name = "UploadGoneError";
}
