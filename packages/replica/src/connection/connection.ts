import { serverUrlKey } from "@tidemark/core/sync/device";
import { CaretMeetings } from "../sync/caret-meetings.ts";
import { createServerAsks } from "../sync/server-asks.ts";
import { serverSessionKey, serverTokenKey, syncPausedKey } from "../sync/session-keys.ts";
import { createAdministration } from "./ask-administration.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { EndedSessions } from "./ended-sessions.ts";
import { Keyring } from "./keyring.ts";
import { Pairing } from "./pairing.ts";
import { revokedKey, ServerSession } from "./server-session.ts";
import { ServerSettings } from "./server-settings.ts";

export type Connection = ReturnType<typeof createConnection>;

/** Creates the profile's link to its server, if it has one; `resume` starts it. */
export function createConnection(deps: ConnectionDeps) {
  const { database, inbox, log, onStatus } = deps;
  const carets = new CaretMeetings({ random: Math.random });
  const keyring = new Keyring(deps);
  const session: ServerSession = new ServerSession({
    ...deps,
    carets,
    keyring,
    onSynced: () => settings.refreshLimits(),
    onCookieRefused: (refused) => void pairing.recognize(refused),
  });
  const settings = new ServerSettings({ ...deps, carets, session });
  const ended = new EndedSessions({ ...deps, keyring });

  /** Continues the connection that the profile had when it was closed. */
  async function resume(): Promise<void> {
    settings.evictUnfollowed();
    const { url, token, cookie, isPaused, revokedAs } = await database.read(async ({ meta }) => ({
      url: await meta.get(serverUrlKey),
      token: await meta.get(serverTokenKey),
      cookie: await meta.get(serverSessionKey),
      isPaused: (await meta.get(syncPausedKey)) === true,
      revokedAs: await meta.get(revokedKey),
    }));
    session.bind(url, revokedAs);
    await settings.readShowsCarets();
    await ended.schedule();
    if (url === null) return;
    await settings.readLimits();
    session.resume(url, { token, cookie }, isPaused);
  }

  const pairing = new Pairing({
    ...deps,
    keyring,
    session,
    ended,
    settings,
    async resume() {
      await resume();
      onStatus();
    },
  });

  return {
    /** Carets of the account's other devices in open editors. */
    carets,
    keyring,
    session,
    settings,
    pairing,
    administration: createAdministration(() => session.live),
    /** Requests to the server that the device stores nothing of. */
    server: createServerAsks({
      session: () => session.live,
      reachable: () => session.reachable,
      hasServer: () => session.serverUrl !== null,
      log,
    }),
    resume,
    async close(): Promise<void> {
      ended.close();
      const evicted = settings.close();
      await session.end();
      await inbox.close();
      await evicted;
    },
  };
}
