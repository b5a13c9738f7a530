import type { DataStore } from "@tus/server";
import type { UserReference } from "@tidemark/core/names";

/** What has not arrived whole within this time is dropped. */
export const unfinishedMs = 7 * 24 * 60 * 60 * 1000;

/** A device sends one file after the other; more begun at once are somebody's mistake. */
export const maxUnfinished = 64;

/** Checks that a text can be the id of an upload, which is part of file names. */
export function isUploadId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** The uploads that are under way. */
export interface Uploads {
  /** How the tus server reads and writes them. */
  readonly store: DataStore;
  /** Whether the store itself begins no more than `maxUnfinished`, however many are begun at once. */
  readonly isLimited: boolean;
  /** Whose an upload is, as its metadata has it under `user`; null when there is none. */
  ownerOf(id: string): Promise<string | null>;
  unfinishedOf(user: UserReference): Promise<number>;
  /** What has arrived of an upload, as it is asked for. Throws `UploadGoneError` where that is not there. */
  read(id: string): AsyncIterable<Uint8Array>;
  /** Lets an upload go, also one that is gone already. */
  drop(id: string): Promise<void>;
  /** Drops what did not arrive whole in time. Returns how many. */
  expire(): Promise<number>;
}

/** What an upload has sent is not there any more: another process has taken it in, or it was lost. */
export class UploadGoneError extends Error {
  override readonly name = "UploadGoneError";
}
