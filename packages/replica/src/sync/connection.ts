import {
  appError,
  type AppError,
  type DeviceDatabase,
  type DeviceReadStores,
  err,
  ok,
  type Result,
  type SyncLogEntry,
  defineMeta,
  metaForm,
} from "@tidemark/core";
import type { LoopStatus } from "./sync-loop.ts";
import type { AttachmentRecord, SyncNote } from "@tidemark/core/model";
import type { BlobStore } from "@tidemark/core/attachment";
import {
  type BlobSync,
  type DeviceSync,
  serverHasOthers,
  serverTranscribes,
  serverUploadBytes,
  accountKey,
  serverUrlKey,
} from "@tidemark/core/sync/device";
import { CaretMeetings } from "./caret-meetings.ts";
import { emptyInbox } from "../inbox/kept-inbox.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { OwnDeviceName } from "@tidemark/core/router";
import { inBackground } from "../platform/background.ts";
import type { DeviceName } from "../platform/device-name.ts";
import type { Platform } from "../platform/platform.ts";
import { createSecrets, isSealed, type Secrets } from "../platform/secrets.ts";
import { connectError } from "./connect-error.ts";
import {
  type EndingSession,
  endingSessions,
  endLater,
  giveUpServer,
  leaveServer,
  leftServer,
  returnToServer,
  sessionEnded,
  undoLeavingMs,
} from "./left-server.ts";
import { createServerAsks } from "./server-asks.ts";
import { tooOld } from "./server-credentials.ts";
import { createSession, type Session } from "./session.ts";
import { createSyncClient, refusalIn, type SyncClient, syncFailureOf } from "./sync-client.ts";
import { serverTokenKey, syncPausedKey } from "./session-keys.ts";

export interface ConnectionDeps {
  readonly database: DeviceDatabase;
  readonly sync: DeviceSync;
  readonly blobs: BlobStore;
  readonly blobSync: BlobSync;
  readonly name: DeviceName;
  readonly machine: Pick<Platform, "gzip" | "pause" | "secrets">;
  readonly inbox: Pick<Inbox, "use" | "heard" | "close">;
  readonly onStatus: () => void;
  readonly log: (line: string) => void;
  readonly nowMs: () => number;
  /** Removes everything from this device. */
  readonly wipe: () => Promise<void>;
}

/** What becomes of the data when this device is signed out elsewhere; absent: it is kept. */
export const onRevokedKey = defineMeta("on_revoked", metaForm.oneOf(["wipe"]));

/** That the user does not want carets to be shown; absent: they are. */
const hideCaretsKey = defineMeta("hide_carets", metaForm.flag);

/** That it was, and has not signed in again: what became of the data. */
const revokedKey = defineMeta("revoked", metaForm.oneOf(["1", "wiped"]));
type RevokedAs = "1" | "wiped";
const saidOfRevoked: Readonly<Record<RevokedAs, SyncNote>> = {
  "1": { code: "revoked", params: {} },
  wiped: { code: "wiped", params: {} },
};

const connectedAlready = appError(
  "FAILED_PRECONDITION",
  "This device is connected to a server already. Disconnect it first.",
);

const connecting = appError(
  "FAILED_PRECONDITION",
  "This device is connecting to a server already. Wait until it is done.",
);

const movedMeanwhile = appError(
  "FAILED_PRECONDITION",
  "The server of this device has changed meanwhile. Look at it, and try again.",
);

/** Why a code was taken and did not connect: another try, there or elsewhere, needs another code. */
function spentCode({ message }: AppError): AppError {
  return appError("FAILED_PRECONDITION", message, [
    { field: "code", issue: "it is used up: make another one" },
  ]);
}

/** A server that could not be told that a session ends is told again after so long. */
const endSessionAgainMs = 60 * 60_000;

/** Opens a session and gives its token. */
type SignIn = (client: SyncClient, device: string) => Promise<Result<string, AppError>>;

/** The profile's link to its server, if it has one: signing in, the loop, leaving. */
export class Connection {
  /** Where editors of the account's devices see each other's carets. */
  readonly carets = new CaretMeetings({ random: Math.random });
  /** What is the server's alone, and asked of it when somebody wants to see it. */
  readonly server = createServerAsks({
    session: () => this.#session,
    reachable: () => (this.#isReachable ? this.#session : null),
    hasServer: () => this.#serverUrl !== null,
    log: (line) => this.#deps.log(line),
  });
  readonly #deps: ConnectionDeps;
  /** null while signed out, and while a new one is made. */
  #session: Session | null = null;
  #serverUrl: string | null = null;
  #needsSignIn = false;
  /** Counts who has to do with the session: what waited for the keyring is over once it moved. */
  #turn = 0;
  /** Whether somebody signs in: two at once would take the memos of one account to the other. */
  #isEntering = false;
  /** Whether the keyring is being asked. */
  #isUnlocking = false;
  #isAsleep = false;
  #isClosing = false;
  #dropping: Promise<void> = Promise.resolve();
  /** Key of what is said of it. */
  #revokedAs: RevokedAs | null = null;
  #uploadBytes: number | null = null;
  #transcribes = false;
  #hasOthers = false;
  /** Runs while leaving the server can be taken back, and while a session there is still to be ended. */
  #giveUpTimer: ReturnType<typeof setTimeout> | null = null;

  readonly #secrets: Secrets;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    this.#secrets = createSecrets(deps.machine.secrets);
  }

  get serverUrl(): string | null {
    return this.#serverUrl;
  }

  /** Largest file that the server takes; null while there is none, or it has not said. */
  get uploadBytes(): number | null {
    return this.#serverUrl === null ? null : this.#uploadBytes;
  }

  /** Whether the server has recordings written down. */
  get transcribes(): boolean {
    return this.#serverUrl !== null && this.#transcribes;
  }

  /** Whether the server has people beside the user. */
  get hasOthers(): boolean {
    return this.#serverUrl !== null && this.#hasOthers;
  }

  get status(): LoopStatus {
    if (this.#session !== null) return this.#session.loop.status;
    const state = this.#isUnlocking ? "syncing" : this.#needsSignIn ? "sign-in" : "local";
    const error = this.#revokedAs === null ? null : saidOfRevoked[this.#revokedAs];
    return { state, lastSyncedMs: null, error, retryAtMs: null };
  }

  /** Takes up the connection that the profile had when it was closed. */
  async resume(): Promise<void> {
    this.#drop();
    const { url, token, isPaused, revokedAs, hidesCarets } = await this.#deps.database.read(
      async ({ meta }) => ({
        hidesCarets: (await meta.get(hideCaretsKey)) === true,
        revokedAs: await meta.get(revokedKey),
        url: await meta.get(serverUrlKey),
        token: await meta.get(serverTokenKey),
        isPaused: (await meta.get(syncPausedKey)) === true,
      }),
    );
    this.#serverUrl = url;
    this.#revokedAs = revokedAs;
    this.carets.setOn(!hidesCarets);
    await this.#giveUpLater();
    if (url === null) return;
    await this.#readLimits();
    if (token === null) this.#needsSignIn = true;
    else if (this.#deps.machine.secrets === undefined && !isSealed(token)) {
      this.#startLoop(url, token, isPaused);
    }
    // A keyring may ask the user first: nobody waits for that.
    else void this.#unlock(url, token, isPaused);
  }

  /** Starts the sync with a token as it is kept; one that cannot be opened stays, and is asked for anew. */
  async #unlock(url: string, kept: string, isPaused: boolean): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.#isUnlocking = true;
    const { text, renewed } = await this.#secrets.read(kept).catch((error: unknown) => {
      this.#deps.log(`keyring: ${error instanceof Error ? error.message : String(error)}`);
      return { text: null, renewed: null };
    });
    if (turn !== this.#turn || this.#isClosing) return;
    this.#isUnlocking = false;
    if (text === null) {
      this.#needsSignIn = true;
      this.#deps.onStatus();
      return;
    }
    this.#startLoop(url, text, isPaused);
    if (renewed === null) return;
    await this.#deps.database
      .write(async ({ meta }) => {
        // Whoever signed in meanwhile has another one.
        if ((await meta.get(serverTokenKey)) === kept) await meta.set(serverTokenKey, renewed);
      })
      .catch((error: unknown) => this.#deps.log(`keyring: ${String(error)}`));
  }

  /** How the key of the server is kept: from whoever reads the files, or not; null: there is none. */
  async keyKept(): Promise<"sealed" | "plain" | null> {
    const kept = await this.#deps.database.read(({ meta }) => meta.get(serverTokenKey));
    return kept === null ? null : isSealed(kept) ? "sealed" : "plain";
  }

  /** While the machine sleeps nothing is asked; awake, the server is asked at once. */
  setAsleep(isAsleep: boolean): void {
    if (this.#isAsleep === isAsleep) return;
    this.#isAsleep = isAsleep;
    this.#session?.loop.setAsleep(isAsleep);
  }

  /** Signs in, binds the profile to the account and starts to sync. One at a time. */
  async connect(server: {
    url: string;
    username: string;
    password: string;
  }): Promise<Result<null, AppError>> {
    return this.#enter(server.url, async (client, device) => {
      const { token } = await client.signIn({ ...server, device });
      return ok(token);
    });
  }

  /** The same by a code that another device was given. Only where there is no server yet. */
  async connectByCode(server: { url: string; code: string }): Promise<Result<null, AppError>> {
    if (this.#serverUrl !== null) return err(connectedAlready);
    let isSpent = false;
    const entered = await this.#enter(server.url, async (client, device) => {
      try {
        const redeemed = await client.redeemPairing({ code: server.code, device });
        if (redeemed === null) return err(tooOld);
        isSpent = true;
        return ok(redeemed.token);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal === null) throw error;
        return err(refusal);
      }
    });
    return entered.ok || !isSpent ? entered : err(spentCode(entered.error));
  }

  /**
   * Binds the profile to the account that a way to sign in leads to, and starts to sync. One at a time,
   * and only where the profile is where it was when that began.
   */
  async #enter(address: string, signIn: SignIn): Promise<Result<null, AppError>> {
    if (this.#isEntering) return err(connecting);
    this.#isEntering = true;
    try {
      return await this.#enterAlone(new URL(address).origin, signIn);
    } finally {
      this.#isEntering = false;
    }
  }

  async #enterAlone(url: string, signIn: SignIn): Promise<Result<null, AppError>> {
    const { machine, name, database } = this.#deps;
    const refused = (error: unknown): Result<never, AppError> => err(connectError(error, url));
    try {
      const before = await database.read(accountAt);
      const device = name.now;
      const anonymous = createSyncClient({ serverUrl: url, token: null, machine });
      const signedIn = await signIn(anonymous, device);
      if (!signedIn.ok) return signedIn;
      const token = signedIn.value;
      const bound = await this.#bind({ url, token, device, before }).catch(refused);
      if (!bound.ok) void this.#endUnused(url, token);
      return bound;
    } catch (error) {
      return refused(error);
    }
  }

  /** Binds the profile to the account of a session; `before`: what it was bound to as that was asked for. */
  async #bind(session: {
    readonly url: string;
    readonly token: string;
    readonly device: string;
    readonly before: string;
  }): Promise<Result<null, AppError>> {
    const { url, token, device, before } = session;
    const { machine, name, database, sync } = this.#deps;
    const hello = await createSyncClient({ serverUrl: url, token, machine }).hello();
    const kept = await this.#secrets.keep(token);
    if ((await database.read(accountAt)) !== before) return err(movedMeanwhile);
    await this.#endLoop();
    await sync.adopt(hello, url);
    // From here on it is the profile's server, whatever fails yet: no code leads to another one.
    this.#serverUrl = url;
    await database.write(async ({ meta }) => {
      if ((await accountAt({ meta })) !== before) await emptyInbox(meta);
      await meta.set(serverTokenKey, kept);
      await meta.set(syncPausedKey, null);
      await meta.set(revokedKey, null);
    });
    await name.isKnown(device);
    await this.#readLimits();
    this.#startLoop(url, token, false);
    void this.#giveUp();
    return ok(null);
  }

  /** Ends a session that nobody here uses; where its server cannot be told now it is told later. */
  async #endUnused(url: string, token: string): Promise<void> {
    const { database, nowMs, log } = this.#deps;
    try {
      if (await this.#endSession({ url, token, leftMs: nowMs() })) return;
      const kept = await this.#secrets.keep(token);
      await database.write(({ meta }) => endLater(meta, { url, token: kept, leftMs: nowMs() }));
      if (!this.#isClosing && this.#giveUpTimer === null) this.#giveUpIn(endSessionAgainMs);
    } catch (error) {
      log(`sign-out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Signs in to the same account again, after its session ended. */
  async signIn(password: string): Promise<Result<null, AppError>> {
    const { url, account } = await this.#deps.database.read(async ({ meta }) => ({
      url: await meta.get(serverUrlKey),
      account: await meta.get(accountKey),
    }));
    if (url === null || account === null) {
      return err(appError("FAILED_PRECONDITION", "This profile has no server."));
    }
    return this.connect({ url, username: account.slice("users/".length), password });
  }

  /**
   * Leaves the server. Everything stays on this device, and waits for the next connection. The session
   * there ends when leaving cannot be taken back any more.
   */
  async disconnect(): Promise<void> {
    await this.#endLoop();
    await this.#deps.database.write(async ({ meta }) => {
      await leaveServer(meta, this.#deps.nowMs());
      await emptyInbox(meta);
      await meta.set(revokedKey, null);
    });
    this.#serverUrl = null;
    this.#needsSignIn = false;
    this.#revokedAs = null;
    this.#deps.onStatus();
    await this.#giveUpLater();
  }

  /** Takes leaving the server back, as long as that can be done. */
  async undoDisconnect(): Promise<Result<null, AppError>> {
    if (this.#isEntering) return err(connecting);
    const { database, nowMs } = this.#deps;
    if (!(await database.write(({ meta }) => returnToServer(meta, nowMs())))) {
      return err(appError("FAILED_PRECONDITION", "It is too late to undo that: connect again."));
    }
    this.#stopGivingUp();
    await this.resume();
    this.#deps.onStatus();
    return ok(null);
  }

  async #giveUpLater(): Promise<void> {
    this.#stopGivingUp();
    const { left, ending } = await this.#deps.database.read(async ({ meta }) => ({
      left: await leftServer(meta),
      ending: await endingSessions(meta),
    }));
    if (left === null && ending.length === 0) return;
    const dueMs = left === null ? 0 : left.leftMs + undoLeavingMs - this.#deps.nowMs();
    this.#giveUpIn(Math.min(undoLeavingMs, Math.max(0, dueMs)));
  }

  #giveUpIn(waitMs: number): void {
    this.#stopGivingUp();
    this.#giveUpTimer = inBackground(setTimeout(() => void this.#giveUp(), waitMs));
  }

  #stopGivingUp(): void {
    if (this.#giveUpTimer !== null) clearTimeout(this.#giveUpTimer);
    this.#giveUpTimer = null;
  }

  /** Ends the sessions at servers that were left; those of which no server says so are tried again. */
  async #giveUp(): Promise<void> {
    this.#stopGivingUp();
    const { database, nowMs, log } = this.#deps;
    try {
      const ending = await database.write(({ meta }) => giveUpServer(meta, nowMs()));
      const isEnded = await Promise.all(ending.map((session) => this.#endSession(session)));
      // Leaving that can be taken back has set a timer of its own meanwhile.
      if (isEnded.includes(false) && !this.#isClosing && this.#giveUpTimer === null) {
        this.#giveUpIn(endSessionAgainMs);
      }
    } catch (error) {
      log(`sign-out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** False where the server could not be told. */
  async #endSession(session: EndingSession): Promise<boolean> {
    try {
      const { text: token } = await this.#secrets.read(session.token);
      // The keyring may open another time; a session that nobody uses ends by itself.
      if (token === null) return false;
      const { machine } = this.#deps;
      await createSyncClient({ serverUrl: session.url, token, machine }).signOut();
    } catch (error) {
      const failure = syncFailureOf(error);
      const isOver = failure.type === "revoked" || failure.type === "unauthenticated";
      if (!isOver) {
        this.#deps.log(`sign-out: ${failure.message}`);
        return false;
      }
    }
    await this.#deps.database.write(({ meta }) => sessionEnded(meta, session));
    return true;
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#deps.database.write(({ meta }) => meta.set(syncPausedKey, isPaused ? true : null));
    this.#session?.loop.setPaused(isPaused);
  }

  /** What the user's other devices call this one; blank: what the machine calls itself. */
  async renameDevice(given: string): Promise<OwnDeviceName> {
    const { name } = this.#deps;
    await name.rename(given);
    this.#meet();
    return name.shown;
  }

  get deviceName(): OwnDeviceName {
    return this.#deps.name.shown;
  }

  /** Whether where one writes is shown to other editors of the account, and theirs here. */
  async setShowsCarets(isOn: boolean): Promise<void> {
    await this.#deps.database.write(({ meta }) => meta.set(hideCaretsKey, isOn ? null : true));
    this.carets.setOn(isOn);
  }

  /** Begins or stops to keep others' shared memos here; what is to come comes by itself. */
  async setFollowPublic(isOn: boolean): Promise<void> {
    await this.#deps.sync.setFollowPublic(isOn);
    this.#drop();
    this.#session?.loop.wrote();
  }

  /** Removes what is to be kept no more, beside everything else; a pull would, where there is one. */
  #drop(): void {
    const before = this.#dropping;
    this.#dropping = (async () => {
      await before;
      try {
        await this.#deps.sync.evictUnfollowed(() => !this.#isClosing);
      } catch (error) {
        // The next pull or start goes on with it.
        this.#deps.log(`drop: ${error instanceof Error ? error.message : String(error)}`);
      }
    })();
  }

  async syncNow(): Promise<void> {
    await this.#session?.loop.now();
  }

  wrote(): void {
    this.#session?.loop.wrote();
  }

  /** Brings the content of an attachment from the server. */
  async fetchFile(file: AttachmentRecord): Promise<Result<null, AppError>> {
    if (this.#session !== null) return this.#session.files.fetch(file);
    return err(
      appError(
        "UNAVAILABLE",
        "The file is not on this device, and there is no server to bring it from.",
      ),
    );
  }

  /** Files are to be here that are not: they come as soon as the server can be reached. */
  wantsFiles(): void {
    if (this.#isReachable) this.#session?.files.synced();
  }

  get #isReachable(): boolean {
    const { state } = this.status;
    return state === "synced" || state === "syncing";
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // The next process goes on with it.
    this.#stopGivingUp();
    await this.#endLoop();
    await this.#deps.inbox.close();
    await this.#dropping;
  }

  #startLoop(serverUrl: string, token: string, isPaused: boolean): void {
    const { onStatus } = this.#deps;
    const session = createSession(
      {
        ...this.#deps,
        onStatus: () => {
          this.#meet();
          onStatus();
        },
        onHeard: (scopes) => this.#deps.inbox.heard(scopes),
        onSynced: () => {
          this.serverSaid();
        },
        note: (level, note) => this.#note(level, note),
        onRevoked: () => void this.#revoked(),
      },
      { serverUrl, token, isPaused },
    );
    this.#session = session;
    this.#serverUrl = serverUrl;
    this.#needsSignIn = false;
    if (this.#isAsleep) session.loop.setAsleep(true);
    else session.loop.start();
    onStatus();
  }

  /** Only where a round went well: what waits, is paused or has to sign in meets nobody. */
  #meet(): void {
    const session = this.#session;
    const client = session?.loop.status.state === "synced" ? session.client : null;
    this.carets.use(client);
    this.#deps.inbox.use(client);
    if (client !== null) {
      this.#sayName(client).catch((error: unknown) =>
        this.#deps.log(`device name: ${String(error)}`),
      );
    }
  }

  /** Editors are called as their device was when they came: after a new name they come anew. */
  async #sayName(client: SyncClient): Promise<void> {
    if (!(await this.#deps.name.send(client)) || this.#session?.client !== client) return;
    this.carets.use(null);
    this.carets.use(client);
  }

  /** The server may have said something of itself. */
  serverSaid(): void {
    this.#readLimits().catch((error: unknown) => this.#deps.log(`limits: ${String(error)}`));
  }

  async #readLimits(): Promise<void> {
    const said = await this.#deps.database.read(async (stores) => ({
      uploadBytes: await serverUploadBytes(stores),
      transcribes: await serverTranscribes(stores),
      hasOthers: await serverHasOthers(stores),
    }));
    const isSame = said.transcribes === this.#transcribes && said.hasOthers === this.#hasOthers;
    this.#uploadBytes = said.uploadBytes;
    this.#transcribes = said.transcribes;
    this.#hasOthers = said.hasOthers;
    if (isSame) return;
    this.#deps.onStatus();
  }

  /** Signed out from elsewhere: syncing stops, and the data stays or goes as the profile says. */
  async #revoked(): Promise<void> {
    try {
      const isWiped =
        (await this.#deps.database.read(({ meta }) => meta.get(onRevokedKey))) === "wipe";
      if (!isWiped) {
        await this.#deps.database.write(async ({ meta }) => {
          await meta.set(serverTokenKey, null);
          await meta.set(revokedKey, "1");
        });
        return;
      }
      const session = this.#session;
      this.#session = null;
      this.#meet();
      this.#serverUrl = null;
      // Its loop has stopped by itself, and waits for this.
      await session?.endFiles();
      await this.#deps.wipe();
      await this.#deps.database.write(({ meta }) => meta.set(revokedKey, "wiped"));
      this.#revokedAs = "wiped";
      this.#note("info", saidOfRevoked.wiped);
      this.#deps.onStatus();
    } catch (error) {
      this.#deps.log(`revoked: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #note(level: SyncLogEntry["level"], note: SyncNote): void {
    const entry = { atMs: this.#deps.nowMs(), level, ...note };
    this.#deps.database
      .write(({ syncLog }) => syncLog.add(entry))
      .catch((error: unknown) => this.#deps.log(`sync log: ${String(error)}`));
  }

  async #endLoop(): Promise<void> {
    this.#turn += 1;
    this.#isUnlocking = false;
    const session = this.#session;
    this.#session = null;
    this.#meet();
    await session?.end();
  }
}

/** The account that the profile is bound to, and where. */
async function accountAt({ meta }: Pick<DeviceReadStores, "meta">): Promise<string> {
  return `${await meta.get(accountKey)} ${await meta.get(serverUrlKey)}`;
}
