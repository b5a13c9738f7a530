import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import {
  installPackages,
  isRoot,
  mayInstallPackages,
  packagesCommand,
} from "../debian-packages.ts";

/** OpenStack's object storage, which also supports S3. Only its library, so no service is started. */
const debianPackages = ["python3-swift"];
/** Debian's Python, for which its packages are built, whatever is on the PATH. */
const python = "/usr/bin/python3";
const startsWithinMs = 90_000;
const readySchema = z.object({ port: z.int() });

/** Swift server for one starter, on loopback. It stops when its starter exits. */
export interface TestSwift extends AsyncDisposable {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Starts a server in a few seconds, after installing it if permitted. Throws if Swift isn't available. */
export async function startSwift(): Promise<TestSwift> {
  if (!hasSwift() && mayInstallPackages()) installPackages(debianPackages);
  if (!hasSwift()) {
    throw new Error(`There is no Swift: ${packagesCommand(debianPackages) ?? "it is Debian's"}`);
  }
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "tidemark-swift-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const account = isRoot() ? nobody() : null;
  if (account !== null) chownSync(folder, account.uid, account.gid);
  // Passed as an argument, since its account may not be able to read this repository.
  const program = readFileSync(join(import.meta.dirname, "swift.py"), "utf8");
  const log = openSync(join(folder, "start.log"), "a", 0o600);
  const child = spawn(python, ["-c", program, folder], {
    ...account,
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" },
    stdio: ["pipe", "pipe", log],
  });
  closeSync(log);
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("Swift has no pipes");
  const ended = once(child, "exit");
  stack.defer(async () => {
    stdin.end();
    await ended;
  });
  const slow = setTimeout(() => child.kill("SIGKILL"), startsWithinMs);
  const [line] = await Promise.race([once(createInterface(stdout), "line"), ended]);
  clearTimeout(slow);
  if (typeof line !== "string") throw new Error(`Swift did not start.\n${logsIn(folder)}`);
  const { port } = readySchema.parse(JSON.parse(line));
  const held = stack.move();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: "test:tester", secretAccessKey: "testing" },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function hasSwift(): boolean {
  if (!existsSync(python)) return false;
  try {
    execFileSync(python, ["-c", "import swift.common.middleware.s3api"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Returns the ids of `nobody`, since Swift needs no root. */
function nobody(): { readonly uid: number; readonly gid: number } {
  const id = (what: "-u" | "-g"): number => Number(execFileSync("id", [what, "nobody"]));
  return { uid: id("-u"), gid: id("-g") };
}

function logsIn(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .map((name) => readFileSync(join(folder, name), "utf8").slice(-2000))
    .join("\n");
}
