import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ChaosProcess } from "../chaos-process.ts";
import { freePort } from "../free-port.ts";

/** One of several processes of one instance. */
export interface InstanceProcess extends ChaosProcess {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly isUp: boolean;
}

export interface Instance extends AsyncDisposable {
  readonly processes: readonly InstanceProcess[];
  /** Folder with the content of files, shared by all processes. */
  readonly blobs: string;
}

const root = resolve(import.meta.dirname, "../../..");

/**
 * Starts several servers over one database. Each has its own folder and log in `dir`; they share the
 * secret key and the files. Calls `onFault` if a server ends unexpectedly.
 */
export async function startInstance(options: {
  /** An empty folder. */
  readonly dir: string;
  /** Address of a PostgreSQL database; null for SQLite in the folder of the only server. */
  readonly database: string | null;
  readonly count: number;
  readonly admin: { readonly username: string; readonly password: string };
  /** Called with the first server's address before the others start. */
  readonly prepare: (url: string) => Promise<void>;
  readonly onFault: (fault: string) => void;
}): Promise<Instance> {
  const { dir, admin } = options;
  const files = join(dir, "files");
  mkdirSync(files, { mode: 0o700 });
  const shared =
    options.database === null
      ? []
      : ["--database", options.database, "--files", files].concat([
          "--secret-key-file",
          join(dir, "secret.key"),
        ]);
  const processes: InstanceProcess[] = [];
  for (let at = 1; at <= options.count; at += 1) {
    const name = `server-${at}`;
    const first = processes.length === 0;
    const args = ["--data", join(dir, name), ...shared];
    const credentials = ["--admin-username", admin.username, "--admin-password", admin.password];
    const made = instanceProcess({
      ...options,
      name,
      port: await freePort(),
      args: first ? [...args, ...credentials] : args,
    });
    processes.push(made);
    await made.start();
    if (first) await options.prepare(made.url);
  }
  return {
    processes,
    blobs: join(files, "blobs"),
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((each) => each.kill()));
    },
  };
}

function instanceProcess(options: {
  readonly dir: string;
  readonly name: string;
  readonly port: number;
  readonly args: readonly string[];
  readonly onFault: (fault: string) => void;
}): InstanceProcess {
  const { name, port, onFault } = options;
  const log = openSync(join(options.dir, `${name}.log`), "a");
  // Runs the program of `npm run server` directly: the killed process is then the server, not npm.
  const args = [
    "apps/server/build/start.mjs",
    ...options.args,
    ...["--port", String(port), "--rate-limit", "0", "--rate-limit-anonymous", "0"],
  ];
  let child: ChildProcess | null = null;
  let isUp = false;
  let isEnding = false;
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    isEnding = true;
    const gone = once(child, "close");
    child.kill(signal);
    // The stop hangs.
    const late = setTimeout(() => {
      onFault(`${name} does not stop`);
      child?.kill("SIGKILL");
    }, stopMs);
    await gone;
    clearTimeout(late);
  };
  return {
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    get isUp() {
      return isUp;
    },
    async start() {
      isEnding = false;
      const started = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", log] });
      child = started;
      let printed = "";
      await new Promise<void>((up, failed) => {
        started.stdout?.on("data", (chunk: Buffer) => {
          printed += chunk.toString();
          if (!printed.includes("Tidemark server: ")) return;
          isUp = true;
          up();
        });
        started.once("close", (code, signal) => {
          const wasUp = isUp;
          isUp = false;
          if (!wasUp) failed(new Error(`${name} ended with ${code} before it was up`));
          else if (!isEnding) onFault(`${name} ended by itself: ${code ?? signal}`);
        });
      });
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

/** Deadline for a stop; the server closes open connections after two seconds. */
const stopMs = 20_000;
