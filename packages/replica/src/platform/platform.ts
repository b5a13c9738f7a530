import type { DeviceDatabase } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import type { DeriveTexts } from "@tidemark/core/sync/device";
import type { OpenDatabase } from "@tidemark/db";
import type { SecretBox } from "./secrets.ts";

/** What a replica needs of the machine that it runs on, beside what every JavaScript engine has. */
export interface Platform {
  /** Under this name other devices of the user see this one. */
  readonly deviceName: string;
  /** As good as keys need them. */
  randomBytes(count: number): Uint8Array;
  newUuid(): string;
  /** Lets everything else that waits for this thread have its turn. */
  pause(): Promise<void>;
  /** UTF-8, as `content-encoding: gzip` has it. */
  gzip(text: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Derives what follows from texts on another thread; absent: there is none to spare. */
  readonly deriveTexts?: DeriveTexts | undefined;
  /** Opens the profile's database. Throws `OpenDatabaseError`. */
  openDatabase(): Promise<OpenDatabase<DeviceDatabase>>;
  /** Opens the contents of the profile's files. `nowMs`: the time by which they are kept and swept. */
  openBlobs(options: { readonly nowMs: () => number }): Promise<BlobStore>;
  /**
   * Removes everything of the profile but its database, and what else is open; stores go on working.
   * `backups`: a folder apart that has backups of it, by their id.
   */
  removeFiles(backups: { readonly folder: string; readonly id: string } | null): Promise<void>;
  /** Removes the copies of the database that were kept long enough. */
  expireCopies(nowMs: number): void;
  /** The system's keyring; absent: there is none, and what opens the server is kept as it is. */
  readonly secrets?: SecretBox | undefined;
  /** When the last of the copies goes, epoch ms; null when there is none. */
  copiesUntilMs(): number | null;
}
