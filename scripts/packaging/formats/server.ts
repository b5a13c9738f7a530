import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { crc32, deflateSync } from "node:zlib";
import { z } from "zod";
import type { CleanDebian } from "./clean-debian.ts";
import { packDeb, packTarZst, writeLinuxFolder } from "../server/linux.ts";
import { packForNpm, writePackageTree } from "../server/package-tree.ts";
import type { Target } from "../server/closure.ts";
import { run, toolOf, type Workshop } from "../workshop.ts";

const here: Target = { os: "linux", cpu: process.arch === "arm64" ? "arm64" : "x64" };
const other: Target = { os: "linux", cpu: here.cpu === "x64" ? "arm64" : "x64" };
const commit = "0123456789abcdef0123456789abcdef01234567";
const password = "battery staple";
/** Runs a program as the service's user, in its place: a signal reaches it. */
const asService = [
  "/usr/bin/setpriv",
  "--reuid=tidemark-server",
  "--regid=tidemark-server",
  "--init-groups",
];

/** How a packaged server is run: the program with its arguments, and its environment. */
interface Program {
  readonly command: readonly string[];
  readonly data: string;
}

/** Checks that the folder of the Linux packages and of the container image runs where nothing else is. */
export async function checkServer(workshop: Workshop, version: string): Promise<string> {
  const folder = join(workshop.scratch, "server/tidemark-server");
  await writeLinuxFolder(folder, { version, commit }, here);
  const command = [join(folder, "bin/tidemark-server")];
  await tryOut({ command, data: join(workshop.scratch, "server/data") }, version);
  return "the folder with Node in it kept a memo, drew a thumbnail and a share page, and ended";
}

/** Checks the npm package: npm installs it in an empty folder, and its command works. */
export async function checkServerNpm(workshop: Workshop, version: string): Promise<string> {
  const scratch = mkdtempSync(join(workshop.scratch, "server-npm-"));
  const tree = join(scratch, "tree");
  await writePackageTree(tree, { version, commit }, here);
  const file = packForNpm(tree, scratch);
  const folder = join(scratch, "empty");
  mkdirSync(folder);
  run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", file], { cwd: folder });
  const entry = join(folder, "node_modules/tidemark-server/bin/tidemark-server.mjs");
  await tryOut({ command: [process.execPath, entry], data: join(scratch, "data") }, version);
  return "npm installed it in an empty folder, and it served";
}

/** Checks the archives: that for this processor in a system without Node, the other's contents. */
export async function checkServerTar(
  workshop: Workshop,
  debian: CleanDebian,
  version: string,
): Promise<string> {
  const scratch = mkdtempSync(join(workshop.scratch, "server-tar-"));
  const name = `tidemark-server-${version}-linux-${here.cpu}`;
  await writeLinuxFolder(join(scratch, name), { version, commit }, here);
  const file = join(scratch, `${name}.tar.zst`);
  await packTarZst(join(scratch, name), file);
  run("tar", ["--extract", "--zstd", "--file", file, "--directory", join(debian.folder, "opt")]);
  await tryOut(within(debian, [`/opt/${name}/bin/tidemark-server`], "/root/of-tar"), version);
  rmSync(join(debian.folder, "opt", name), { recursive: true });

  const foreign = join(scratch, "other");
  await writeLinuxFolder(foreign, { version, commit }, other);
  const machine = other.cpu === "arm64" ? "ARM aarch64" : "x86-64";
  const binaries = ["lib/node", ...globSync("lib/node_modules/**/*.node", { cwd: foreign })];
  assert.equal(binaries.length, 3, binaries.join());
  for (const binary of binaries) {
    assert.match(machineOf(join(foreign, binary)), new RegExp(machine), binary);
  }
  return `it served in a Debian with nothing installed; the one for ${other.cpu} has its binaries`;
}

/**
 * Checks the .deb in a clean Debian: installed over an earlier version, used as the service's user, removed and purged.
 * The memos stay. Its unit is verified, and scored.
 */
export async function checkServerDeb(
  workshop: Workshop,
  debian: CleanDebian,
  version: string,
): Promise<string> {
  const scratch = mkdtempSync(join(workshop.scratch, "server-deb-"));
  const folder = join(scratch, "tidemark-server");
  await writeLinuxFolder(folder, { version, commit }, here);
  const debOf = (of: string): string => {
    const file = join(scratch, `tidemark-server_${of}.deb`);
    packDeb(folder, file, { version: of, cpu: here.cpu });
    return debian.bring(file);
  };
  const data = "/var/lib/tidemark-server";
  const program = within(debian, [...asService, "/usr/bin/tidemark-server"], data);
  debian.apt("install", debOf("0.0.1"));
  const { token } = await tryOut(program, version);
  const defaults = join(debian.folder, "etc/default/tidemark-server");
  writeFileSync(defaults, `${readFileSync(defaults, "utf8")}# mine\n`);
  debian.apt("install", debOf(version));
  assert.match(readFileSync(defaults, "utf8"), /# mine/);
  await tryOut(program, version, token);
  const score = scoreOf(join(debian.folder, "usr/lib/systemd/system/tidemark-server.service"));
  debian.apt("remove", "tidemark-server");
  debian.run(["test", "!", "-e", "/usr/lib/tidemark-server"]);
  debian.run(["test", "-e", "/etc/default/tidemark-server"]);
  debian.apt("purge", "tidemark-server");
  debian.run(["test", "!", "-e", "/etc/default/tidemark-server"]);
  debian.run(["test", "-e", `${data}/tidemark.db`]);
  return `apt installed it in a clean Debian and upgraded it, it served as its own user, was purged, and the memos stayed; the unit's exposure is ${score}`;
}

/** Verifies a unit, and returns how exposed systemd finds it: 0 is best, 10 worst. */
function scoreOf(unit: string): string {
  toolOf("systemd-analyze", "systemd");
  const shown = run("systemd-analyze", ["security", "--offline=true", "--no-pager", unit]);
  const score = /exposure level for .*: (\d+\.\d)/.exec(shown)?.[1];
  assert(score !== undefined && Number(score) <= 2, `the unit's exposure is ${score}`);
  return score;
}

/** Returns what `file` says of a program or library. */
function machineOf(file: string): string {
  toolOf("file", "file");
  return run("file", ["--brief", file]);
}

function within(debian: CleanDebian, command: readonly string[], data: string): Program {
  return { command: ["chroot", debian.folder, ...command], data };
}

/**
 * Uses a packaged server like an administrator on the first day, or on a later one with the token of an earlier use:
 * account, memo, thumbnail, share page, a command beside it, and its end. Returns a token.
 */
async function tryOut(
  { command, data }: Program,
  version: string,
  earlier?: string,
): Promise<{ readonly token: string }> {
  const [file = "", ...args] = command;
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8" };
  const child = spawn(file, [...args, "--data", data, "--port", "0"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let log = "";
  child.stderr.on("data", (data) => (log += String(data)));
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (pattern: RegExp): Promise<string> => {
      const { value } = await lines.next();
      const found = pattern.exec(value ?? "")?.[1];
      assert(found !== undefined, `it said ${value}`);
      return found;
    };
    const url = await next(/^Tidemark server: (http\S+)$/);
    const code = earlier === undefined ? await next(/^Set-up code: (\S+)$/) : "";
    const token = earlier ?? (await beFirst(url, code));
    await writeAndShare(url, token, earlier === undefined ? 1 : 2);
    const profile = await (await fetch(`${url}/api/v1/instance/profile`)).json();
    const said = z.object({ serverVersion: z.string(), commit: z.string() }).parse(profile);
    assert.deepEqual(said, { serverVersion: version, commit });
    const users = run(file, [...args, "user", "list", "--data", data], { env });
    assert.match(users, /^alice +ADMIN +ENABLED/m);
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [0, null]);
    return { token };
  } catch (error) {
    throw new Error(`${String(error)}\n${log}`, { cause: error });
  } finally {
    child.kill("SIGKILL");
  }
}

/** Becomes the first administrator. Returns an access token that doesn't expire. */
async function beFirst(url: string, code: string): Promise<string> {
  const given = { code, username: "alice", password };
  const setUp = await fetch(`${url}/api/v1/setup`, { method: "POST", body: JSON.stringify(given) });
  const { accessToken } = z.object({ accessToken: z.string() }).parse(await setUp.json());
  const made = await fetch(`${url}/api/v1/users/alice/personalAccessTokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ description: "check" }),
  });
  return z.object({ token: z.string() }).parse(await made.json()).token;
}

/** Writes a memo with a picture, and reads its thumbnail and its share page. `count`: the memos there are then. */
async function writeAndShare(url: string, token: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (method: string, route: string, body?: object): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(`${url}/api/v1${route}`, { method, headers, ...sent });
    assert.equal(reply.status, 200, `${method} ${route}`);
    return reply.json();
  };
  const named = z.object({ name: z.string() });
  const memo = named.parse(await ask("POST", "/memos", { content: `memo ${count} $x^2$` })).name;
  const picture = { filename: "a.png", type: "image/png", content: png().toString("base64"), memo };
  const file = named.parse(await ask("POST", "/attachments", picture)).name;
  const small = await fetch(`${url}/file/${file}/a.png?thumbnail=true`, { headers });
  assert.match(small.headers.get("content-type") ?? "", /^image\//);
  assert.equal(small.status, 200);
  const share = named
    .parse(await ask("POST", `/${memo}/shares`, {}))
    .name.split("/")
    .at(-1);
  const page = await fetch(`${url}/s/${share}`);
  assert.match(await page.text(), new RegExp(`memo ${count}`));
  const app = await fetch(`${url}/`, { headers: { accept: "text/html" } });
  assert.match(await app.text(), /<html/);
  const list = z.object({ memos: z.array(z.unknown()) }).parse(await ask("GET", "/memos"));
  assert.equal(list.memos.length, count);
}

/** Returns a picture of 2,000 × 1,000 grey pixels, large enough for a thumbnail. */
function png(): Buffer {
  const [width, height] = [2000, 1000];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 0));
  const parts = [chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(body.length, 0);
  out.set(named, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}
