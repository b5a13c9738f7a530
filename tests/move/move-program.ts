import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

const root = resolve(import.meta.dirname, "../..");

export interface Ended {
  /** Exit code; null if the process was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Running server program with a verb. */
export interface RunningVerb {
  readonly ended: Promise<Ended>;
  /** Resolves once the progress output contains the text, or the process has ended. */
  said(line: string): Promise<void>;
  /** Sends SIGKILL. */
  kill(): void;
}

/** Runs the built server with these arguments, as `npm run server --` does. */
export function runServerVerb(args: readonly string[]): RunningVerb {
  const child = spawn(process.execPath, ["apps/server/build/start.mjs", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const waiting = new Set<() => void>();
  child.stderr.setEncoding("utf8").on("data", (more: string) => {
    printed += more;
    for (const look of waiting) look();
  });
  const stdout = text(child.stdout);
  const closed = new Promise<number | null>((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => {
      for (const look of waiting) look();
      done(code);
    });
  });
  const ended = async (): Promise<Ended> => {
    const code = await closed;
    return { code, stdout: await stdout, stderr: printed };
  };
  return {
    ended: ended(),
    said: (line) =>
      new Promise((done) => {
        const look = (): void => {
          if (!printed.includes(line) && child.exitCode === null && child.signalCode === null)
            return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
    kill: () => void child.kill("SIGKILL"),
  };
}

const reportSchema = z.object({
  epoch: z.string(),
  tables: z.array(
    z.object({ name: z.string(), rows: z.number(), source: z.string(), target: z.string() }),
  ),
  files: z.looseObject({ place: z.string() }),
  secretKeyFile: z.string().nullable(),
  closedMs: z.number(),
});

/** Parses the output of `move --json`. */
export function readReport({ stdout }: Ended): z.infer<typeof reportSchema> {
  return parseJson(reportSchema, stdout);
}
