import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { knowFolder } from "../system/running-program.ts";
import type { Answer } from "./app-host.ts";

/** App that a browser can open. */
export interface HostedApp {
  /** Address with the key, as `npm start` prints it. */
  readonly url: string;
}

/** Runs one app at a time. */
export interface HostedApps extends AsyncDisposable {
  /** Stops the previous app, removes its folder, and starts one on an empty folder. */
  next(): Promise<HostedApp>;
}

/**
 * Starts a process that hosts one app after another. Starting `npm start` for each file of tests would
 * take four seconds of processor time. Every app uses the port of the first, so that an open browser caches
 * the page's files and their compiled code. Tests that end or kill the program start their own.
 */
export function hostApps(): HostedApps {
  const host = fork(resolve(import.meta.dirname, "app-host.ts"), [], {
    execArgv: ["--import", resolve(import.meta.dirname, "../../scripts/require-node.mjs")],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let running: { readonly dir: string; readonly port: number } | null = null;

  async function stop(): Promise<number> {
    if (running === null) return 0;
    await ask(host, { order: "stop" });
    await rm(running.dir, { recursive: true, force: true });
    const { port } = running;
    running = null;
    return port;
  }

  return {
    async next() {
      const port = await stop();
      const dir = await mkdtemp(join(tmpdir(), "tidemark-browser-"));
      const start = (on: number) => ask(host, { order: "start", dir, port: on });
      // Another program may have taken the port meanwhile.
      const answer = await start(port).catch(() => start(0));
      if (!("url" in answer)) throw new Error("the app has no address");
      running = { dir, port: Number(new URL(answer.url).port) };
      knowFolder(answer.url, dir);
      return { url: answer.url };
    },
    async [Symbol.asyncDispose]() {
      await stop();
      host.disconnect();
      if (host.exitCode === null) await once(host, "exit");
    },
  };
}

async function ask(host: ChildProcess, order: object): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>();
  const lost = (): void => answered.reject(new Error("the process of the apps ended"));
  host.once("message", (answer) => answered.resolve(answer as Answer));
  host.once("exit", lost);
  try {
    host.send(order);
    const answer = await answered.promise;
    if ("failed" in answer) throw new Error(answer.failed);
    return answer;
  } finally {
    host.off("exit", lost);
  }
}
