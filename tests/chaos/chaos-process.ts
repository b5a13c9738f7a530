import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { FromDevice, ToDevice } from "./chaos-messages.ts";

/** A program that can be killed and started again at any moment. */
export interface ChaosProcess {
  start(): Promise<void>;
  /** Sends SIGKILL and waits for the process to end. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface ChaosDevice extends ChaosProcess {
  ask(message: ToDevice): Promise<void>;
}

const root = resolve(import.meta.dirname, "../..");

/** Returns the real server, to be run on the given port. */
export function chaosServer(dir: string, port: number, admin: readonly string[]): ChaosProcess {
  let child: ChildProcess | null = null;
  const args = ["apps/server/src/main.ts", "--data", dir, "--port", String(port), ...admin];
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "close");
    child.kill(signal);
    await gone;
  };
  return {
    async start() {
      const started = spawn(process.execPath, [...args, "--rate-limit", "0"], {
        cwd: root,
        stdio: ["ignore", "pipe", "ignore"],
      });
      child = started;
      let printed = "";
      await new Promise<void>((up, failed) => {
        started.stdout.on("data", (chunk: Buffer) => {
          printed += chunk.toString();
          if (printed.includes("Tidemark server: ")) up();
        });
        started.once("close", () => failed(new Error(`the server ended at once: ${printed}`)));
      });
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

/** Returns a program of one device, or of several devices of one account. */
export function chaosDevice({
  dir,
  url,
  names,
  pauseMs = 110,
  onMessage: heard,
}: {
  readonly dir: string;
  readonly url: string;
  readonly names: readonly string[];
  /** Milliseconds between two writes of a device, on average. */
  readonly pauseMs?: number;
  readonly onMessage?: (message: FromDevice) => void;
}): ChaosDevice {
  const program = resolve(import.meta.dirname, "chaos-device.ts");
  const args = [dir, url, String(pauseMs), ...names];
  let child: ChildProcess | null = null;
  return {
    async start() {
      const started = spawn(process.execPath, [program, ...args], {
        cwd: root,
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      child = started;
      if (heard !== undefined) started.on("message", heard);
      await new Promise<void>((up, failed) => {
        started.once("message", () => up());
        started.once("close", () => failed(new Error("a device ended at once")));
      });
    },
    async ask(message) {
      const asked = child;
      if (asked === null) throw new Error("the device is not up");
      await new Promise<void>((done, failed) => {
        const onMessage = (answer: FromDevice): void => {
          if (answer.type !== "done" && answer.type !== "failed") return;
          if (answer.to !== message.type) return;
          asked.off("message", onMessage);
          if (answer.type === "done") done();
          else failed(new Error(answer.message));
        };
        asked.on("message", onMessage);
        asked.once("close", () => failed(new Error("the device ended while it was asked")));
        asked.send(message);
      });
    },
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "close");
      child.kill("SIGKILL");
      await gone;
    },
    async stop() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "close");
      child.send({ type: "close" } satisfies ToDevice);
      await gone;
    },
  };
}
