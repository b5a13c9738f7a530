import type { ServerResponse } from "node:http";
import { test as base } from "@playwright/test";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { password, startHttpServer, type HttpServer } from "../../apps/server/tests/http-server.ts";
import { addUser } from "../../apps/server/tests/two-users.ts";
import { type ServedPage, servePage } from "./serve-page.ts";

/** Address on the page's origin that signs a user in, in place of the server's form. */
export const signInPath = (username: string): string => `/signed-in-as/${username}`;

/** A server with the accounts alice and bob, whose page is the built one. */
export interface PageServer extends ServedPage {
  readonly server: HttpServer;
  /** Token of alice for API requests. */
  readonly token: string;
}

export async function startPageServer(): Promise<PageServer> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await startHttpServer());
  const token = await server.alice();
  await addUser(server, "bob");

  async function answer(path: string, response: ServerResponse): Promise<boolean> {
    if (path === "/sign-in") {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("<!doctype html><title>Sign in</title><h1>Sign in</h1>");
      return true;
    }
    const username = /^\/signed-in-as\/(\w+)$/.exec(path)?.[1];
    if (username === undefined) return false;
    // Devices adjust their clocks to the server's, which stands still.
    server.clock.nowMs = Math.max(server.clock.nowMs, Date.now());
    const client = { kind: "browser", address: "192.0.2.1", info: "Chrome on Linux" } as const;
    const signedIn = await server.services.auth.signIn({ username, password }, client);
    if (!signedIn.ok) throw new Error(signedIn.error.message);
    const { secret } = signedIn.value.session;
    response.writeHead(303, {
      location: "/",
      "set-cookie": `tidemark_browser=${secret}; Path=/; HttpOnly; SameSite=Lax`,
    });
    response.end();
    return true;
  }

  const page: ServedPage = resources.use(await servePage({ url: server.url, answer }));
  const held = resources.move();
  return { ...page, server, token, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Creates a memo of alice over the API. */
export async function createMemo({ server, token }: PageServer, content: string): Promise<void> {
  // The clock stands still otherwise, and the order of memos of one moment is open.
  server.clock.nowMs += 1000;
  const reply = await fetch(`${server.url}/api/v1/memos`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ content }),
  });
  if (!reply.ok) throw new Error(await reply.text());
}

const memosAnswer = z.object({ memos: z.array(z.object({ content: z.string() })) });

/** Returns the texts of all memos of alice on the server. */
export async function textsOf({ server, token }: PageServer): Promise<string[]> {
  const reply = await fetch(`${server.url}/api/v1/memos?pageSize=1000`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { memos } = parseJson(memosAnswer, await reply.text());
  return memos.map(({ content }) => content);
}

/** A test with a server of its own, shared by the tests of a worker. */
export const test = base.extend<object, { readonly served: PageServer }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      await using served = await startPageServer();
      await provide(served);
    },
    { scope: "worker" },
  ],
});
