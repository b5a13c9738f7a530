import {
  appError,
  type AppError,
  type DeviceReadStores,
  err,
  ok,
  type Result,
} from "@tidemark/core";
import { accountKey, serverUrlKey } from "@tidemark/core/sync/device";
import type { Hello } from "@tidemark/core/sync/protocol";
import { emptyInbox } from "../inbox/kept-inbox.ts";
import { connectError } from "../sync/connect-error.ts";
import type { ServerCredential } from "../sync/credential.ts";
import { leaveForGood, leaveServer, returnToServer } from "../sync/left-server.ts";
import { tooOld } from "../sync/server-credentials.ts";
import { serverSessionKey, serverTokenKey, syncPausedKey } from "../sync/session-keys.ts";
import {
  createSyncClient,
  refusalIn,
  type SyncClient,
  syncFailureOf,
} from "../sync/sync-client.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { EndedSessions } from "./ended-sessions.ts";
import type { Keyring } from "./keyring.ts";
import { revokedKey, type ServerSession } from "./server-session.ts";
import type { ServerSettings } from "./server-settings.ts";
import { usernameOf } from "@tidemark/core/names";

interface PairingDeps extends Pick<
  ConnectionDeps,
  "database" | "sync" | "name" | "machine" | "nowMs" | "wipe"
> {
  readonly keyring: Keyring;
  readonly session: ServerSession;
  readonly ended: EndedSessions;
  readonly settings: Pick<ServerSettings, "readLimits">;
  /** Starts the stored session. */
  readonly resume: () => Promise<void>;
}

const connectedAlready = appError(
  "FAILED_PRECONDITION",
  "This device is already connected to a server. Disconnect it first.",
);

const connecting = appError(
  "FAILED_PRECONDITION",
  "This device is already connecting to a server. Wait until it has finished.",
);

const movedMeanwhile = appError(
  "FAILED_PRECONDITION",
  "This device's server has changed in the meantime. Check it and try again.",
);

const signInOnPage = appError(
  "FAILED_PRECONDITION",
  "In a browser you sign in on the server's own page.",
);

const notInBrowser = appError(
  "FAILED_PRECONDITION",
  "Only a page of a Tidemark server can connect to it this way.",
);

function otherAccount(here: string, there: string): AppError {
  return appError(
    "FAILED_PRECONDITION",
    `This browser has the memos of ${here}, but ${there} is signed in. Sign in as ${here}, or remove the memos of ${here} from this browser first.`,
    [{ field: "account", issue: "is another one" }],
  );
}

/** Adds to an error that the code was used: another attempt needs a new code. */
function spentCode({ message }: AppError): AppError {
  return appError("FAILED_PRECONDITION", message, [
    { field: "code", issue: "it was already used; create another one" },
  ]);
}

/** Opens a session and returns its token. */
type SignIn = (client: SyncClient, device: string) => Promise<Result<string, AppError>>;

/** Connects the profile to an account at a server, by password or by a code, and disconnects it. */
export class Pairing {
  readonly #deps: PairingDeps;
  /** Set during a sign-in: two at once could move the memos of one account to the other. */
  #isEntering = false;

  constructor(deps: PairingDeps) {
    this.#deps = deps;
  }

  /** Signs in, binds the profile to the account and starts to sync. */
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

  /** Connects by a code from another device. Refused if the profile has a server. */
  async connectByCode(server: { url: string; code: string }): Promise<Result<null, AppError>> {
    if (this.#deps.session.serverUrl !== null) return err(connectedAlready);
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
   * Connects to the server that the page is from, where the page has signed in. Refused without any change if
   * this profile has another account's memos: they would be sent to the account of the cookie.
   */
  connectHere(): Promise<Result<null, AppError>> {
    return this.#enterHere(null);
  }

  /**
   * Finds out which session the browser's cookie has, after the server refused the profile's own, and
   * continues with it if it is of the same account.
   */
  async recognize(refused: string): Promise<void> {
    const url = this.#deps.session.serverUrl;
    if (url !== null && url === this.#deps.machine.pageOrigin) await this.#enterHere(refused);
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
    return this.connect({ url, username: usernameOf(account), password });
  }

  /**
   * Leaves the server. All data stays. The session there ends once leaving can't be undone; a session in a
   * cookie ends at once, see `signOut`.
   */
  async disconnect(): Promise<Result<null, AppError>> {
    const { database, session, ended, nowMs } = this.#deps;
    if (await database.read(({ meta }) => meta.get(serverSessionKey))) return this.signOut(false);
    await session.end();
    await database.write(async ({ meta }) => {
      await leaveServer(meta, nowMs());
      await emptyInbox(meta);
      await meta.set(revokedKey, null);
    });
    session.left();
    await ended.schedule();
    return ok(null);
  }

  /**
   * Ends the session and leaves the server, which can't be undone. `wipes` also deletes everything in the
   * profile. Fails with UNAVAILABLE, and changes nothing, if the server can't be reached: a browser's cookie
   * would sign in again later, and ending it then could end another session.
   */
  async signOut(wipes: boolean): Promise<Result<null, AppError>> {
    if (this.#isEntering) return err(connecting);
    this.#isEntering = true;
    const { database, session, ended, wipe, resume } = this.#deps;
    try {
      const { live } = session;
      await session.end();
      const failure = live === null ? null : await this.#endSession(live);
      if (failure !== null) {
        await resume();
        return err(failure);
      }
      await database.write(async ({ meta }) => {
        await leaveForGood(meta);
        await emptyInbox(meta);
        await meta.set(revokedKey, null);
      });
      if (wipes) {
        // Sessions of servers that were left before; their tokens are deleted with the rest.
        await ended.endAll();
        await wipe();
      }
      session.left();
      return ok(null);
    } finally {
      this.#isEntering = false;
    }
  }

  /** Returns null if the session has ended, now or before. */
  async #endSession(live: {
    readonly serverUrl: string;
    readonly credential: ServerCredential;
  }): Promise<AppError | null> {
    const { serverUrl, credential } = live;
    try {
      const { machine } = this.#deps;
      await createSyncClient({ serverUrl, credential, machine }).signOut();
      return null;
    } catch (error) {
      const { type } = syncFailureOf(error);
      const isOver = type === "revoked" || type === "unauthenticated";
      return isOver ? null : connectError(error, serverUrl);
    }
  }

  async undoDisconnect(): Promise<Result<null, AppError>> {
    if (this.#isEntering) return err(connecting);
    const { database, ended, nowMs, resume } = this.#deps;
    if (!(await database.write(({ meta }) => returnToServer(meta, nowMs())))) {
      return err(appError("FAILED_PRECONDITION", "It's too late to undo that. Connect again."));
    }
    ended.cancel();
    await resume();
    return ok(null);
  }

  /** Binds the profile to the account that `signIn` returns, unless its server changed meanwhile. */
  async #enter(address: string, signIn: SignIn): Promise<Result<null, AppError>> {
    // A token would be stored where scripts can read it.
    if (this.#deps.machine.pageOrigin !== undefined) return err(signInOnPage);
    if (this.#isEntering) return err(connecting);
    this.#isEntering = true;
    try {
      return await this.#enterAlone(new URL(address).origin, signIn);
    } finally {
      this.#isEntering = false;
    }
  }

  async #enterAlone(url: string, signIn: SignIn): Promise<Result<null, AppError>> {
    const { machine, name, database, ended } = this.#deps;
    const refused = (error: unknown): Result<never, AppError> => err(connectError(error, url));
    try {
      const before = await database.read(accountAt);
      const device = name.now;
      const anonymous = createSyncClient({ serverUrl: url, credential: null, machine });
      const signedIn = await signIn(anonymous, device);
      if (!signedIn.ok) return signedIn;
      const token = signedIn.value;
      const bound = await this.#bind({ url, token, device, before }).catch(refused);
      if (!bound.ok) void ended.endUnused(url, token);
      return bound;
    } catch (error) {
      return refused(error);
    }
  }

  /** `before` is the account that the profile was bound to when the sign-in began. */
  async #bind(signedIn: {
    readonly url: string;
    readonly token: string;
    readonly device: string;
    readonly before: string;
  }): Promise<Result<null, AppError>> {
    const { url, token, device, before } = signedIn;
    const { machine, name, keyring } = this.#deps;
    const credential = { bearer: token };
    const hello = await createSyncClient({ serverUrl: url, credential, machine }).hello();
    const stored = { token: await keyring.seal(token), cookie: null };
    const begun = await this.#begin({ url, hello, before, credential, stored });
    if (begun.ok) await name.isKnown(device);
    return begun;
  }

  /** Binds the profile to the account in `hello` and starts the session. */
  async #begin(signedIn: {
    readonly url: string;
    readonly hello: Hello;
    readonly before: string;
    readonly credential: ServerCredential;
    readonly stored: { readonly token: string | null; readonly cookie: string | null };
  }): Promise<Result<null, AppError>> {
    const { url, hello, before, credential, stored } = signedIn;
    const { database, sync, session, ended, settings } = this.#deps;
    if ((await database.read(accountAt)) !== before) return err(movedMeanwhile);
    await session.end();
    await sync.adopt(hello, url);
    // Bound first, because it is the profile's server even if a later step fails. A code then can't connect
    // to another one.
    session.bind(url);
    await database.write(async ({ meta }) => {
      if ((await accountAt({ meta })) !== before) await emptyInbox(meta);
      await meta.set(serverTokenKey, stored.token);
      await meta.set(serverSessionKey, stored.cookie);
      await meta.set(syncPausedKey, null);
      await meta.set(revokedKey, null);
    });
    await settings.readLimits();
    session.start(url, credential, false);
    void ended.endAll();
    return ok(null);
  }

  /** `refused`: the session that the server doesn't accept any longer, if it isn't the user who connects. */
  async #enterHere(refused: string | null): Promise<Result<null, AppError>> {
    const { machine, database, session, name } = this.#deps;
    const url = machine.pageOrigin;
    if (url === undefined) return err(notInBrowser);
    if (this.#isEntering) return err(connecting);
    this.#isEntering = true;
    try {
      const before = await database.read(accountAt);
      const account = await database.read(({ meta }) => meta.get(accountKey));
      const unnamed = { cookie: null };
      const client = createSyncClient({ serverUrl: url, credential: unnamed, machine });
      const hello = await client.hello();
      const cookie = hello.session;
      if (cookie === undefined) return err(tooOld);
      if (cookie === refused) return err(connecting);
      const { name: there } = hello.user;
      if (account !== null && account !== there) {
        const [here, other] = [usernameOf(account), usernameOf(there)];
        session.foundOther({ code: "other-account", params: { here, there: other } });
        return err(otherAccount(here, other));
      }
      const stored = { token: null, cookie };
      await name.isUnknown();
      return await this.#begin({ url, hello, before, credential: { cookie }, stored });
    } catch (error) {
      return err(connectError(error, url));
    } finally {
      this.#isEntering = false;
    }
  }
}

/** Returns the account that the profile is bound to, and its server. */
async function accountAt({ meta }: Pick<DeviceReadStores, "meta">): Promise<string> {
  return `${await meta.get(accountKey)} ${await meta.get(serverUrlKey)}`;
}
