import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { freePort } from "../tests/chaos/free-port.ts";
import { scriptCommand, wholeNumber } from "./script-command.ts";

// `npm run dev:world`: writes a server and two devices of one user with realistic data into a folder, then
// starts them as real programs. A folder that already contains a world is started unchanged. Prints the
// addresses; stop it with SIGTERM or Ctrl+C. Exit codes: 0 stopped normally, 1 a program exited, 2 invalid
// options.

const { dir, seed, steps } = scriptCommand("dev:world", "Starts a server and two devices in use.")
  .option("--dir <folder>", "where the world is kept; a new temporary folder if absent")
  .option("--seed <number>", "which world", wholeNumber(0, 1_000_000_000), 1)
  .option("--steps <number>", "how much is written in it", wholeNumber(1, 10_000), 40)
  .parse()
  .opts<{ dir?: string; seed: number; steps: number }>();

/** Delay before the programs are killed. */
const graceMs = 2_500;
const root = resolve(import.meta.dirname, "..");
const folder = resolve(dir ?? mkdtempSync(join(tmpdir(), "tidemark-world-")));
const children: ChildProcess[] = [];
let isEnding = false;
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(name, () => end(0));

const port = await worldPort();
const { rooms, bob } = await import("../tests/dev-world/write-world.ts");
const { alice } = await import("../tests/system/in-process-server.ts");
const data = (room: string): string[] => ["--data", join(folder, room), "--port"];
const server = await start("apps/server/src/main.ts", [
  ...data(rooms.server),
  String(port),
  ...["--rate-limit", "0", "--rate-limit-anonymous", "0"],
]);
const host = (room: string): Promise<string> =>
  start("apps/desktop/src/cli/start.ts", ["--browser", ...data(room), "0"]);
// Started one after the other, since the first builds the page if necessary.
const desk = await host(rooms.desk);
const laptop = await host(rooms.laptop);
console.log(`folder   ${folder}
server   ${server}   ${alice.username} "${alice.password}", ${bob.username} "${bob.password}"
desk     ${desk}   sync is paused there: changes wait, some of what the laptop has changed as well
laptop   ${laptop}`);

/** Returns the server's port that the devices know. Writes the world if it doesn't exist. */
async function worldPort(): Promise<number> {
  const file = join(folder, "world.json");
  if (existsSync(file)) {
    return z.object({ port: z.number() }).parse(JSON.parse(readFileSync(file, "utf8"))).port;
  }
  mkdirSync(folder, { recursive: true });
  console.error("writing the world");
  const chosen = await freePort();
  const { writeWorld } = await import("../tests/dev-world/write-world.ts");
  await writeWorld(folder, { port: chosen, seed, steps });
  writeFileSync(file, JSON.stringify({ port: chosen }));
  return chosen;
}

/** Starts a program and returns the address that it prints. */
function start(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return new Promise((up) => {
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const address = /^Tidemark(?: server)?: (\S+)$/m.exec(printed)?.[1];
      if (address !== undefined) up(address);
    });
    child.once("close", () => {
      if (!isEnding) console.error(`dev:world: ${program} ended`);
      end(1);
    });
  });
}

/** Stops every program, and kills those that don't exit in time. */
function end(code: number): void {
  if (isEnding) return;
  isEnding = true;
  const living = children.filter((child) => child.exitCode === null && child.signalCode === null);
  const ended = living.map((child) => new Promise((done) => child.once("close", done)));
  for (const child of living) child.kill("SIGTERM");
  const cut = setTimeout(() => living.forEach((child) => child.kill("SIGKILL")), graceMs);
  void Promise.all(ended).then(() => {
    clearTimeout(cut);
    process.exit(code);
  });
}
