import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { freshAddress } from "../../apps/desktop/src/browser/running-app.ts";

const root = resolve(import.meta.dirname, "../..");

/** App or server, started through npm as users start it. */
export interface RunningProgram extends AsyncDisposable {
  /** Address that it printed. */
  readonly url: string;
  /** Returns everything that it has printed. */
  output(): string;
  /** Sends SIGTERM to npm and waits for the end. */
  stop(): Promise<void>;
  /** Sends SIGKILL to the program itself and waits for npm to end. */
  kill(): Promise<void>;
}

/** Data folders of the apps started here, by the address that each printed. */
const folders = new Map<string, string>();
const used = new Set<string>();

/** Stores the folder of an app, for `unusedAddress`. */
export function knowFolder(printed: string, dir: string): void {
  folders.set(printed, dir);
}

/** Starts `npm start -- --browser` on a data folder, by default on any free port. */
export async function startApp(dir: string, port = 0): Promise<RunningProgram> {
  const app = await start(
    dir,
    ["start", "--", "--browser", "--data", dir, "--port", String(port)],
    /^Tidemark: (\S+)$/m,
  );
  knowFolder(app.url, dir);
  return app;
}

/**
 * Returns the address that an app printed, the first time; later, fresh addresses of the same app,
 * requested as another start would do. The key in each address works once.
 */
export async function unusedAddress(printed: string): Promise<string> {
  const dir = folders.get(printed);
  if (dir === undefined || !used.has(printed)) {
    used.add(printed);
    return printed;
  }
  const pid = Number(await readFile(join(dir, "tidemark.pid"), "utf8"));
  const fresh = await freshAddress(dir, pid);
  if (fresh === null) throw new Error(`${printed} gives no fresh address`);
  return fresh;
}

/**
 * Starts `npm run server` on a data folder. Pass the same port again to restart a server under its
 * address.
 */
export function startServer(
  dir: string,
  options: { readonly port?: number; readonly args?: readonly string[] } = {},
): Promise<RunningProgram> {
  const port = String(options.port ?? 0);
  const args = ["run", "server", "--", "--data", dir, "--port", port, ...(options.args ?? [])];
  return start(dir, args, /^Tidemark server: (\S+)$/m);
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function start(
  dir: string,
  args: readonly string[],
  announcement: RegExp,
): Promise<RunningProgram> {
  const child = spawn("npm", args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const url = await announced(
    child,
    () => announcement.exec(printed)?.[1],
    () => printed,
  );
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return {
    url,
    output: () => printed,
    stop,
    async kill() {
      const pid = Number(await readFile(join(dir, "tidemark.pid"), "utf8"));
      process.kill(pid, "SIGKILL");
      await ended;
    },
    [Symbol.asyncDispose]: stop,
  };
}

function announced(
  child: Child,
  find: () => string | undefined,
  printed: () => string,
): Promise<string> {
  return new Promise((done, fail) => {
    const look = (): void => {
      const url = find();
      if (url !== undefined) done(url);
    };
    child.stdout.on("data", look);
    child.once("close", (code) =>
      fail(new Error(`ended with ${code} before it was up:\n${printed()}`)),
    );
    child.once("error", fail);
  });
}
