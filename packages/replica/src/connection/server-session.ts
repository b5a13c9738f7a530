import {
  appError,
  type AppError,
  defineMeta,
  err,
  metaForm,
  type Result,
  type SyncLogEntry,
} from "@tidemark/core";
import type { AttachmentRecord, SyncNote } from "@tidemark/core/model";
import type { CaretMeetings } from "../sync/caret-meetings.ts";
import type { ServerCredential } from "../sync/credential.ts";
import { serverSessionKey, serverTokenKey, syncPausedKey } from "../sync/session-keys.ts";
import { createSession, type Session } from "../sync/session.ts";
import type { SyncClient } from "../sync/sync-client.ts";
import type { LoopStatus } from "../sync/sync-loop.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { Keyring } from "./keyring.ts";

interface ServerSessionDeps extends ConnectionDeps {
  readonly carets: Pick<CaretMeetings, "use">;
  readonly keyring: Keyring;
  readonly onSynced: () => void;
  /** Called when the server doesn't accept this session any longer; its id, if it is in a cookie. */
  readonly onCookieRefused: (session: string) => void;
}

/** Set to "wipe" if the data is deleted when this device is signed out elsewhere. */
export const onRevokedKey = defineMeta("on_revoked", metaForm.oneOf(["wipe"]));

/** Set while the device is signed out by another one: whether the data was kept or wiped. */
export const revokedKey = defineMeta("revoked", metaForm.oneOf(["1", "wiped"]));
type RevokedAs = "1" | "wiped";
const revokedNotes: Readonly<Record<RevokedAs, SyncNote>> = {
  "1": { code: "revoked", params: {} },
  wiped: { code: "wiped", params: {} },
};

/** Stored credential: a token, which may be sealed, or the id of the session in the browser's cookie. */
interface StoredSession {
  readonly token: string | null;
  readonly cookie: string | null;
}

/** The session at the profile's server, if there is one: its credential, sync loop and status. */
export class ServerSession {
  readonly #deps: ServerSessionDeps;
  #live: Session | null = null;
  /** The state while there is no live session. */
  #state: "local" | "unlocking" | "sign-in" = "local";
  #serverUrl: string | null = null;
  #revokedAs: RevokedAs | null = null;
  /** Set while the browser's cookie belongs to another account. */
  #otherAccount: SyncNote | null = null;
  /** Counts session starts and ends; a change in between cancels waiting for the keyring. */
  #generation = 0;
  #isAsleep = false;

  constructor(deps: ServerSessionDeps) {
    this.#deps = deps;
  }

  get serverUrl(): string | null {
    return this.#serverUrl;
  }

  /** The signed-in session; null if signed out. */
  get live(): Session | null {
    return this.#live;
  }

  /** The live session; null if the server didn't answer last time. */
  get reachable(): Session | null {
    const { state } = this.status;
    return state === "synced" || state === "syncing" ? this.#live : null;
  }

  get status(): LoopStatus {
    if (this.#live !== null) {
      const { status } = this.#live.loop;
      return status.state === "sign-in" && this.#otherAccount !== null
        ? { ...status, error: this.#otherAccount }
        : status;
    }
    const state = this.#state === "unlocking" ? "syncing" : this.#state;
    const error = this.#revokedAs === null ? this.#otherAccount : revokedNotes[this.#revokedAs];
    return { state, lastSyncedMs: null, error, retryAtMs: null };
  }

  /** Binds to a server and account, before a session starts there. */
  bind(url: string | null, revokedAs = this.#revokedAs): void {
    this.#serverUrl = url;
    this.#revokedAs = revokedAs;
  }

  /** Starts with the stored token or the cookie's session, if any. Doesn't wait for the keyring. */
  resume(url: string, stored: StoredSession, isPaused: boolean): void {
    const { token, cookie } = stored;
    if (cookie !== null) this.start(url, { cookie }, isPaused);
    else if (token === null) this.#state = "sign-in";
    else if (this.#deps.keyring.mayPrompt(token)) void this.#unlock(url, token, isPaused);
    else this.start(url, { bearer: token }, isPaused);
  }

  async #unlock(url: string, stored: string, isPaused: boolean): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#state = "unlocking";
    const { text, renew } = await this.#deps.keyring.openStored(stored);
    if (generation !== this.#generation) return;
    if (text !== null) {
      this.start(url, { bearer: text }, isPaused);
      await renew();
      return;
    }
    this.#state = "sign-in";
    this.#deps.onStatus();
  }

  start(serverUrl: string, credential: ServerCredential, isPaused: boolean): void {
    const { inbox, onStatus, onCookieRefused } = this.#deps;
    const live = createSession(
      {
        ...this.#deps,
        onStatus: () => {
          this.introduce();
          onStatus();
        },
        onHeard: (scopes) => inbox.heard(scopes),
        note: (level, note) => this.#note(level, note),
        onRevoked: () => void this.#revoked(),
        onSignedOut() {
          if ("cookie" in credential && credential.cookie !== null) {
            onCookieRefused(credential.cookie);
          }
        },
      },
      { serverUrl, credential, isPaused },
    );
    this.#otherAccount = null;
    this.#live = live;
    this.#serverUrl = serverUrl;
    this.#state = "local";
    if (this.#isAsleep) live.loop.setAsleep(true);
    else live.loop.start();
    onStatus();
  }

  /** Stops syncing. The session at the server stays. */
  async end(): Promise<void> {
    this.#generation += 1;
    if (this.#state === "unlocking") this.#state = "local";
    const live = this.#live;
    this.#live = null;
    this.introduce();
    await live?.end();
  }

  /** Reports that the browser's cookie belongs to another account, until a session starts. */
  foundOther(note: SyncNote): void {
    this.#otherAccount = note;
    this.#deps.onStatus();
  }

  /** Called after the profile has left its server. */
  left(): void {
    this.#otherAccount = null;
    this.bind(null, null);
    this.#state = "local";
    this.#deps.onStatus();
  }

  /** Suspends requests while the machine sleeps. Syncs immediately after it wakes up. */
  setAsleep(isAsleep: boolean): void {
    if (this.#isAsleep === isAsleep) return;
    this.#isAsleep = isAsleep;
    this.#live?.loop.setAsleep(isAsleep);
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#deps.database.write(({ meta }) => meta.set(syncPausedKey, isPaused ? true : null));
    this.#live?.loop.setPaused(isPaused);
  }

  async syncNow(): Promise<void> {
    await this.#live?.loop.now();
  }

  wrote(): void {
    this.#live?.loop.wrote();
  }

  /** Downloads the content of an attachment. */
  async fetchFile(file: AttachmentRecord): Promise<Result<null, AppError>> {
    if (this.#live !== null) return this.#live.files.fetch(file);
    return err(
      appError(
        "UNAVAILABLE",
        "The file isn't on this device, and there is no server to download it from.",
      ),
    );
  }

  /** Downloads missing files as soon as the server can be reached. */
  wantsFiles(): void {
    this.reachable?.files.synced();
  }

  /** Connects carets and notifications, and sends the device's name, if the last sync succeeded. */
  introduce(): void {
    const { carets, inbox, log } = this.#deps;
    const client = this.#live?.loop.status.state === "synced" ? this.#live.client : null;
    carets.use(client);
    inbox.use(client);
    if (client === null) return;
    this.#sendName(client).catch((error: unknown) => log(`device name: ${String(error)}`));
  }

  /** Sends a new device name. Editors show the name from when they joined, so they rejoin after a change. */
  async #sendName(client: SyncClient): Promise<void> {
    const { name, carets } = this.#deps;
    if (!(await name.send(client)) || this.#live?.client !== client) return;
    carets.use(null);
    carets.use(client);
  }

  /** Stops syncing after another device signed this one out. Wipes the data if the setting requires it. */
  async #revoked(): Promise<void> {
    const { database, log, wipe, onStatus } = this.#deps;
    try {
      const isWiped = (await database.read(({ meta }) => meta.get(onRevokedKey))) === "wipe";
      if (!isWiped) {
        await database.write(async ({ meta }) => {
          await meta.set(serverTokenKey, null);
          await meta.set(serverSessionKey, null);
          await meta.set(revokedKey, "1");
        });
        return;
      }
      const live = this.#live;
      this.#live = null;
      this.introduce();
      this.#serverUrl = null;
      // The loop has stopped and waits for this call.
      await live?.endFiles();
      await wipe();
      await database.write(({ meta }) => meta.set(revokedKey, "wiped"));
      this.#revokedAs = "wiped";
      this.#note("info", revokedNotes.wiped);
      onStatus();
    } catch (error) {
      log(`revoked: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #note(level: SyncLogEntry["level"], note: SyncNote): void {
    const { database, log, nowMs } = this.#deps;
    database
      .write(({ syncLog }) => syncLog.add({ atMs: nowMs(), level, ...note }))
      .catch((error: unknown) => log(`sync log: ${String(error)}`));
  }
}
