import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../../../../tests/chaos/free-port.ts";

/** System program between clients and servers, or between servers and their database. */
export interface ProgramBetween extends AsyncDisposable {
  readonly port: number;
}

const places = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];

/** Returns the path of a system program, or null if it isn't installed. */
export function findProgram(name: string): string | null {
  return places.map((place) => join(place, name)).find(existsSync) ?? null;
}

/**
 * Starts a program in a new folder on a free port, and waits until it listens. `setUp` writes its files and
 * returns its arguments. Disposing stops it.
 */
export async function startBetween(
  name: string,
  setUp: (at: { readonly folder: string; readonly port: number }) => readonly string[],
): Promise<ProgramBetween> {
  const program = findProgram(name);
  if (program === null) throw new Error(`there is no ${name}`);
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "tidemark-between-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  // Some programs drop root privileges.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const child = spawn(program, setUp({ folder, port }), {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: places.join(":"), HOME: folder },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = once(child, "exit");
  stack.defer(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${output}`);
    await delay(50);
  }
  const held = stack.move();
  return { port, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns the code block of docs/scaling.md below the line `words:`. */
export function documented(words: string): string {
  const guide = readFileSync(
    resolve(import.meta.dirname, "../../../../../../docs/scaling.md"),
    "utf8",
  );
  const found = new RegExp(`^${words}:\\n\\n\`\`\`\\n(.*?)\\n\`\`\``, "ms").exec(guide)?.[1];
  if (found === undefined) throw new Error(`docs/scaling.md has no block "${words}:"`);
  return found;
}
