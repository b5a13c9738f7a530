import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type CorpusKind, readerUsername } from "./corpus.ts";
import type { Corpora, TempFolder } from "./corpus-file.ts";
import { z } from "zod";
import { parseJson } from "@tidemark/core";
import { ensureWeb } from "../apps/web/build/ensure-built.ts";

const credential = z.object({ accessToken: z.string() });

/** A server process over a copy of a corpus, and one connection to it. */
export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly databaseFile: string;
  /** Returns the body of a response as text; throws unless the status is 200. */
  get(path: string): Promise<string>;
  /** Sends a request on another connection, concurrently; returns the status. */
  beside(path: string): Promise<number>;
  /** Access token of the reader, which `get` sends. */
  readonly bearer: string;
  /** Creates the account that owns memos of the corpus, and returns an access token for it. */
  bearerOf(username: string): Promise<string>;
}

/** Password of every account that a benchmark creates. */
export const accountPassword = "benchmark password";

export async function startHttpServer(corpora: Corpora, kind: CorpusKind): Promise<HttpServer> {
  await using starting = new AsyncDisposableStack();
  const folder = starting.use(await corpora.copy(kind));
  const server = starting.use(await serveFolder(folder));
  const held = starting.move();
  return { ...server, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Starts a server over an existing folder, and creates the reader's account if missing. */
export async function serveFolder(
  folder: TempFolder,
  options: readonly string[] = [],
): Promise<HttpServer> {
  await using starting = new AsyncDisposableStack();
  const admin = ["--admin-username", readerUsername, "--admin-password", accountPassword];
  const { url, pid } = starting.use(await launchServer(folder, [...admin, ...options]));

  // One connection, like a client that lists page after page.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  starting.defer(() => agent.destroy());
  const send = async (
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<string> => {
    const sent = request(new URL(path, url), { method, agent, headers });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await once(sent, "response");
    const answer = await text(response);
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${answer}`);
    return answer;
  };
  const json = { "content-type": "application/json" };
  const post = async <T>(
    answer: z.ZodType<T>,
    path: string,
    body: unknown,
    authorization?: string,
  ): Promise<T> =>
    parseJson(
      answer,
      await send("POST", path, { ...json, ...(authorization && { authorization }) }, body),
    );
  const signIn = async (username: string): Promise<string> => {
    const path = "/api/v1/auth/signin";
    const signedIn = await post(credential, path, {
      username,
      password: accountPassword,
    });
    return `Bearer ${signedIn.accessToken}`;
  };
  const made = await post(
    credential,
    "/api/v1/access-tokens",
    { name: "bench" },
    await signIn(readerUsername),
  );
  const authorization = `Bearer ${made.accessToken}`;
  const held = starting.move();
  return {
    url,
    pid,
    databaseFile: folder.databaseFile,
    bearer: made.accessToken,
    get: (path) => send("GET", path, { authorization }),
    beside: async (path) => {
      const response = await fetch(new URL(path, url), { headers: { authorization } });
      await response.arrayBuffer();
      return response.status;
    },
    bearerOf: async (username) => {
      await post(
        z.unknown(),
        "/api/v1/users",
        { username, password: accountPassword },
        authorization,
      );
      const path = `/api/v1/users/${username}/personalAccessTokens`;
      const { token } = await post(
        z.object({ token: z.string() }),
        path,
        { description: "bench" },
        await signIn(username),
      );
      return token;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** A listening server that has had no request yet. */
export interface LaunchedServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Time from the command to the printed address. */
  readonly startMs: number;
}

/** Builds the page of browsers if it is out of date. Returns its folder. */
export function builtPage(): Promise<string> {
  return ensureWeb({ signal: new AbortController().signal, log: console.error });
}

/** Starts the server on a folder as users do; npm's process becomes the server. */
export async function launchServer(
  folder: TempFolder,
  options: readonly string[] = [],
): Promise<LaunchedServer> {
  // The server would otherwise build it while requests are measured.
  await builtPage();
  const startedMs = performance.now();
  const base = ["--data", folder.path, "--port", "0", "--rate-limit", "0"];
  const { databaseUrl } = folder;
  const child = spawn("npm", ["run", "--silent", "server", "--", ...base, ...options], {
    cwd: resolve(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(databaseUrl !== null && { TIDEMARK_DATABASE: databaseUrl }) },
    shell: process.platform === "win32",
  });
  const { url, startMs } = await listening(child, /^Tidemark server: (\S+)$/, startedMs);
  const pid = Number(await readFile(join(folder.path, "tidemark.pid"), "utf8"));
  return { url, pid, startMs, [Symbol.asyncDispose]: () => end(child) };
}

/** Waits for the line with a program's address; throws if the program exits first. */
export async function listening(
  child: ChildProcessByStdio<null, Readable, Readable>,
  line: RegExp,
  startedMs: number,
): Promise<{ url: string; startMs: number }> {
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (lines: string) => (log += lines));
  for await (const said of createInterface(child.stdout)) {
    const url = line.exec(said)?.[1];
    if (url !== undefined) return { url, startMs: performance.now() - startedMs };
  }
  throw new Error(`the server ended before it listened:\n${log}`);
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Returns the path of a first page of 50 memos. */
export function memosPath(filter: string): string {
  return filter === "" ? "/api/v1/memos" : `/api/v1/memos?filter=${encodeURIComponent(filter)}`;
}
