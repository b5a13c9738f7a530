import type { DeviceDatabase } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import type { DeriveTexts } from "@tidemark/core/sync/device";
import type { OpenDatabase } from "@tidemark/db";
import type { SecretBox } from "./secrets.ts";

/** Class of event streams, as browsers have it. */
export type EventSourceClass = new (
  url: string,
  init?: {
    readonly withCredentials?: boolean;
    /** Ignored by browsers. */
    readonly fetch?: (input: string | URL, init: RequestInit) => Promise<Response>;
  },
) => {
  readonly CLOSED: number;
  readonly CONNECTING: number;
  readonly OPEN: number;
  readonly readyState: number;
  addEventListener(type: string, listener: (event: object) => void): void;
  removeEventListener(type: string, listener: (event: object) => void): void;
  close(): void;
};

/** Services of the machine that a replica needs besides the JavaScript engine. */
export interface Platform {
  /** Default name of this device, shown on the user's other devices. */
  readonly deviceName: string;
  /** Returns cryptographically secure random bytes. */
  randomBytes(count: number): Uint8Array;
  newUuid(): string;
  /** Yields to other tasks that wait for this thread. */
  pause(): Promise<void>;
  /** Compresses a text as UTF-8, for `content-encoding: gzip`. */
  gzip(text: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Opens event streams: the browser's own class for a session in a cookie. A session with a token needs one
   * whose requests go through the given `fetch`, which adds the token.
   */
  readonly EventSource: EventSourceClass;
  /** Origin of the server that the page is from; only in browsers, where the session is in a cookie. */
  readonly pageOrigin?: string | undefined;
  /** Folder of the profile's files, unless that is the usual one or there is none. */
  readonly dataFolder?: string | undefined;
  /** True if nothing is stored on the device: the profile and its files end with the program. */
  readonly isInMemory?: boolean | undefined;
  /** Derives data from texts on another thread; absent if there is none. */
  readonly deriveTexts?: DeriveTexts | undefined;
  /** Opens the profile's database. Throws `OpenDatabaseError`. */
  openDatabase(): Promise<OpenDatabase<DeviceDatabase>>;
  /** Opens the storage for file contents. `nowMs` is the clock for storing and sweeping. */
  openBlobs(options: { readonly nowMs: () => number }): Promise<BlobStore>;
  /**
   * Removes all of the profile's files except its database and other open files; stores keep working.
   * `backups`: a separate folder with backups of the profile, and the profile's id in it.
   */
  removeFiles(backups: { readonly folder: string; readonly id: string } | null): Promise<void>;
  /** Removes expired copies of the database. */
  expireCopies(nowMs: number): void;
  /** The system's keyring; if absent, server tokens are stored unsealed. */
  readonly secrets?: SecretBox | undefined;
  /** Returns the expiry of the last copy, in epoch ms; null if there is none. */
  copiesUntilMs(): number | null;
}
