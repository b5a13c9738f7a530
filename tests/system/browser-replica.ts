import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Host, openReplica } from "@tidemark/replica";
import { expect, onTestFinished, vi } from "vitest";
import { nodePlatform } from "../../apps/desktop/src/host/node-platform.ts";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import { password, startHttpServer, type HttpServer } from "../../apps/server/tests/http-server.ts";
import { addUser } from "../../apps/server/tests/two-users.ts";

/** A browser with one cookie jar, whose pages are from a server with the accounts alice and bob. */
export interface TestBrowser {
  readonly server: HttpServer;
  /** The app's worker. */
  host: Host;
  /** Data folder of the app. */
  readonly folder: string;
  /** A desktop of alice. */
  readonly desk: Host;
  /** Signs in as the server's sign-in page does: replaces the cookie. Returns the session's id. */
  signIn(username?: string): Promise<string>;
  /** Returns the ids of a user's device sessions. */
  sessions(username?: string): Promise<string[]>;
  /** Value of the cookie; "" if there is none. */
  cookie(): string;
  /** Paths of the requests that the app sent since the last call. */
  sent(): string[];
  /** True makes requests of the app fail, as without a network. */
  isOffline: boolean;
  /** Closes the app and opens it again, as reloading the page does. */
  reload(): Promise<void>;
}

/** Opens a browser that isn't signed in, and a desktop that is. */
export async function openBrowser(): Promise<TestBrowser> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-web-"));
  const folder = join(dir, "browser");
  for (const name of ["desk", "browser"]) mkdirSync(join(dir, name));
  const server = await startHttpServer();
  await server.alice();
  await addUser(server, "bob");
  const desk = await openHost({ dir: join(dir, "desk") });
  const account = { url: server.url, username: "alice", password };
  expect((await desk.app.connect(account)).ok).toBe(true);

  let cookie = "";
  let asked: string[] = [];
  const { fetch } = globalThis;
  /** Fetches as a browser does, for requests with cookies; desktops send none. */
  const jarred: typeof fetch = async (input, init) => {
    if (init?.credentials !== "same-origin") return fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    asked.push(pathname);
    if (browser.isOffline) throw new TypeError("fetch failed");
    const headers = new Headers(init.headers);
    if (headers.has("authorization")) throw new Error("a browser has no token");
    if (cookie !== "") headers.set("cookie", `tidemark_browser=${cookie}`);
    const answer = await fetch(input, { ...init, headers });
    const set = /tidemark_browser=([^;]*)/.exec(answer.headers.get("set-cookie") ?? "");
    if (set !== null) cookie = set[1] ?? "";
    return answer;
  };
  vi.stubGlobal("fetch", jarred);

  const open = () =>
    openReplica({
      machine: { ...nodePlatform(folder), deviceName: "Firefox on Linux", pageOrigin: server.url },
      version: "0.0.0",
    });
  let replica = await open();
  const browser: TestBrowser = {
    server,
    host: replica,
    folder,
    desk,
    async signIn(username = "alice") {
      const client = { kind: "browser", address: "192.0.2.1", info: "Firefox on Linux" } as const;
      const signedIn = await server.services.auth.signIn({ username, password }, client);
      if (!signedIn.ok) throw new Error(signedIn.error.message);
      cookie = signedIn.value.session.secret;
      return signedIn.value.session.id;
    },
    sessions: (username = "alice") =>
      server.services.database.read(async (stores) => {
        const all = await stores.sessions.listByUser(`users/${username}`);
        const live = all.filter((each) => each.kind === "device" && each.revokedMs === null);
        return live.map(({ id }) => id);
      }),
    cookie: () => cookie,
    sent() {
      const sent = asked;
      asked = [];
      return sent;
    },
    isOffline: false,
    async reload() {
      await replica.close();
      replica = await open();
      browser.host = replica;
    },
  };
  onTestFinished(async () => {
    await replica.close();
    await desk.close();
    vi.unstubAllGlobals();
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });
  return browser;
}
