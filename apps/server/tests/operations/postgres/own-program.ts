import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

const entry = resolve(import.meta.dirname, "../../../build/start.mjs");

/** Real program, started like `npm run server`. */
export interface OwnProgram extends AsyncDisposable {
  readonly pid: number;
  /** Resolves with its URL once it listens. Rejects if it exits first. */
  readonly url: Promise<string>;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  /** Returns its output so far. */
  output(): string;
  /** Resolves once its output contains `words`. */
  said(words: string): Promise<void>;
  signal(name: "SIGTERM" | "SIGKILL"): void;
}

/** Starts the program with arguments and environment variables. Disposing stops it. */
export function ownProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): OwnProgram {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let output = "";
  const heard = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of heard) listener();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = once(child, "close").then(([code]) => code as number | null);
  const whenSaid = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((done, fail) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        heard.delete(look);
        done(found);
      };
      heard.add(look);
      void ended.then((code) => fail(new Error(`ended with ${String(code)}: ${output}`)));
      look();
    });
  const url = whenSaid(() => /^Tidemark server: (\S+)\n/m.exec(output)?.[1]);
  url.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    url,
    ended,
    output: () => output,
    said: async (words) => void (await whenSaid(() => (output.includes(words) ? true : undefined))),
    signal: (name) => void child.kill(name),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
