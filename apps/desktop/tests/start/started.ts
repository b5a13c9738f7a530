import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

const desktop = resolve(import.meta.dirname, "../..");
const hooks = join(import.meta.dirname, "fixture-hooks.ts");

export interface Started {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  /** Resolves with the printed address; rejects with stderr if the program ends first. */
  readonly url: Promise<URL>;
}

export interface StartOptions {
  readonly through?: "node" | "npm";
  readonly env?: Record<string, string>;
}

export async function createDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-data-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Starts the real program as a separate process, killed at the end of the test. */
export function start(args: string[], { through = "node", env = {} }: StartOptions = {}): Started {
  const [program, leading] =
    through === "node"
      ? [process.execPath, ["--import", hooks, join(desktop, "src/cli/start.ts")]]
      : ["npm", ["start", "--silent", "--"]];
  const child = spawn(program, [...leading, ...args], {
    cwd: resolve(desktop, "../.."),
    stdio: ["ignore", "pipe", "pipe"],
    // A separate process group, so leftovers of npm are killed too.
    detached: true,
    env: {
      ...process.env,
      DISPLAY: "",
      WAYLAND_DISPLAY: "",
      ...(through === "npm" ? { NODE_OPTIONS: `--import=${hooks}` } : {}),
      ...env,
    },
  });
  let stdout = "";
  let stderr = "";
  const url = Promise.withResolvers<URL>();
  url.promise.catch(() => undefined);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    const line = /^Tidemark: (\S+)\n/m.exec(stdout);
    if (line?.[1] !== undefined) url.resolve(new URL(line[1]));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(([code, signal]: (number | string | null)[]) => {
    url.reject(new Error(`ended with ${code ?? signal}: ${stderr}`));
    return code ?? signal ?? null;
  });
  onTestFinished(async () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // The whole group has already exited.
    }
    await ended;
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended, url: url.promise };
}

const cookies = new Map<string, Promise<string>>();

/** Exchanges the key of a printed address for the cookie. Cached, since the key works once. */
export function signIn(url: URL): Promise<string> {
  const cookie = cookies.get(url.href) ?? trade(url);
  cookies.set(url.href, cookie);
  return cookie;
}

async function trade(url: URL): Promise<string> {
  const response = await postKey(url);
  const [cookie] = response.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`${response.status} ${await response.text()}`);
  return cookie.split(";", 1)[0] ?? "";
}

/** Posts the key of a printed address. */
export function postKey(url: URL, cookie?: string): Promise<Response> {
  return fetch(new URL("/session", url), {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify({ key: url.hash.replace("#key=", "") }),
  });
}

/** Creates a memo over HTTP and waits for the response. */
export async function createMemo(url: URL, content: string): Promise<void> {
  const response = await fetch(new URL("/trpc/memos.create", url), {
    method: "POST",
    headers: { cookie: await signIn(url), "content-type": "application/json" },
    body: JSON.stringify({ content }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Returns the timeline's first page as JSON text. */
export async function listMemos(url: URL): Promise<string> {
  const headers = { cookie: await signIn(url) };
  return await (await fetch(new URL("/trpc/memos.list?input=%7B%7D", url), { headers })).text();
}
