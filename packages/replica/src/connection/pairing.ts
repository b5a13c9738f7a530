import {
  appError,
  type AppError,
  type DeviceReadStores,
  err,
  ok,
  type Result,
} from "@tidemark/core";
import { accountKey, serverUrlKey } from "@tidemark/core/sync/device";
import { emptyInbox } from "../inbox/kept-inbox.ts";
import { connectError } from "../sync/connect-error.ts";
import { leaveServer, returnToServer } from "../sync/left-server.ts";
import { tooOld } from "../sync/server-credentials.ts";
import { serverTokenKey, syncPausedKey } from "../sync/session-keys.ts";
import { createSyncClient, refusalIn, type SyncClient } from "../sync/sync-client.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { EndedSessions } from "./ended-sessions.ts";
import type { Keyring } from "./keyring.ts";
import { revokedKey, type ServerSession } from "./server-session.ts";
import type { ServerSettings } from "./server-settings.ts";
import { usernameOf } from "@tidemark/core/names";

interface PairingDeps extends Pick<
  ConnectionDeps,
  "database" | "sync" | "name" | "machine" | "nowMs"
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

  /** Leaves the server. All data stays. The session there ends once leaving can't be undone. */
  async disconnect(): Promise<void> {
    const { database, session, ended, nowMs } = this.#deps;
    await session.end();
    await database.write(async ({ meta }) => {
      await leaveServer(meta, nowMs());
      await emptyInbox(meta);
      await meta.set(revokedKey, null);
    });
    session.left();
    await ended.schedule();
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
      const anonymous = createSyncClient({ serverUrl: url, token: null, machine });
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
    const { machine, name, database, sync, keyring, session, ended, settings } = this.#deps;
    const hello = await createSyncClient({ serverUrl: url, token, machine }).hello();
    const sealed = await keyring.seal(token);
    if ((await database.read(accountAt)) !== before) return err(movedMeanwhile);
    await session.end();
    await sync.adopt(hello, url);
    // Bound first, because it is the profile's server even if a later step fails. A code then can't connect
    // to another one.
    session.bind(url);
    await database.write(async ({ meta }) => {
      if ((await accountAt({ meta })) !== before) await emptyInbox(meta);
      await meta.set(serverTokenKey, sealed);
      await meta.set(syncPausedKey, null);
      await meta.set(revokedKey, null);
    });
    await name.isKnown(device);
    await settings.readLimits();
    session.start(url, token, false);
    void ended.endAll();
    return ok(null);
  }
}

/** Returns the account that the profile is bound to, and its server. */
async function accountAt({ meta }: Pick<DeviceReadStores, "meta">): Promise<string> {
  return `${await meta.get(accountKey)} ${await meta.get(serverUrlKey)}`;
}
