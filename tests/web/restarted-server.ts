import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { pino } from "pino";
import { z } from "zod";
import { readConfig } from "../../apps/server/src/cli/config.ts";
import { type RunningServer, startServer } from "../../apps/server/src/start-server.ts";
import { ensureWeb } from "../../apps/web/build/ensure-built.ts";
import { replaceFolder } from "../../scripts/replace-folder.ts";
import { alice } from "../system/in-process-server.ts";
import { type CopiedBuild, copyBuild } from "./next-build.ts";

const signedIn = z.object({ accessToken: z.string() });
const memosAnswer = z.object({ memos: z.array(z.object({ content: z.string() })) });

/** A whole server with its page, which stops and starts again at the same address. alice has an account. */
export interface RestartedServer extends AsyncDisposable {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Puts a copy of the build in place, as another version. */
  serveBuild(copied: CopiedBuild): Promise<void>;
  createMemo(content: string): Promise<void>;
  texts(): Promise<string[]>;
}

/** Starts a server that serves a copy of the build, see `copyBuild`. */
export async function openServer(first: CopiedBuild): Promise<RestartedServer> {
  const root = mkdtempSync(join(tmpdir(), "tidemark-restarted-"));
  const dist = join(root, "dist");
  const built = await ensureWeb({ signal: new AbortController().signal, log: console.error });
  const serveBuild = async (wanted: CopiedBuild): Promise<void> => {
    const copy = join(root, "next");
    copyBuild(built, copy, wanted);
    await replaceFolder(copy, dist);
  };
  await serveBuild(first);
  let running: RunningServer | null = null;
  let port = "0";
  let token = "";

  async function start(): Promise<void> {
    const account = ["--admin-username", alice.username, "--admin-password", alice.password];
    const args = ["--data", join(root, "data"), "--port", port, ...account];
    const config = readConfig([...args, "--rate-limit-anonymous", "0"], "1.0.0");
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const started = await startServer(config.value, {
      version: "1.0.0",
      logger: pino({ level: "silent" }),
      page: { folder: dist, builder: null },
    });
    if (!started.ok) throw new Error(started.error.message);
    running = started.value;
    port = new URL(running.url).port;
  }
  await start();
  const url = `http://127.0.0.1:${port}`;
  const call = async (path: string, init: RequestInit = {}): Promise<string> => {
    const headers = {
      "content-type": "application/json",
      ...(token !== "" && { authorization: `Bearer ${token}` }),
    };
    const reply = await fetch(`${url}/api/v1/${path}`, { ...init, headers });
    const text = await reply.text();
    if (!reply.ok) throw new Error(text);
    return text;
  };
  const post = (path: string, body: unknown) =>
    call(path, { method: "POST", body: JSON.stringify(body) });
  token = parseJson(signedIn, await post("auth/signin", alice)).accessToken;

  const stop = async (): Promise<void> => {
    await running?.[Symbol.asyncDispose]();
    running = null;
  };
  return {
    url,
    start,
    stop,
    serveBuild,
    createMemo: async (content) => void (await post("memos", { content })),
    async texts() {
      const { memos } = parseJson(memosAnswer, await call("memos?pageSize=1000"));
      return memos.map(({ content }) => content);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
