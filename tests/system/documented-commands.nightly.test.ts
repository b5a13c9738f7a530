import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startServer } from "./running-program.ts";

// The commands of docs/server/*.md, as they stand there: each page in one shell, beside a server of its own.
// Placeholders such as DIR get a value; optional parts in brackets are left out.

const root = resolve(import.meta.dirname, "../..");
const pages = join(root, "docs/server");
const password = "battery staple";

/** Beginnings of commands that need more than a server and its folder. */
const elsewhere = [
  // Packages, services and containers: `npm run dist:check`.
  "sudo ",
  "systemctl ",
  "journalctl ",
  "docker ",
  "cd apps/server/packaging",
  "HOST=",
  // Another machine, or another user.
  "git clone ",
  "npm ci",
  "rsync ",
  "install -d -o tidemark ",
  // The tests run on a built page.
  "npm run build ",
  // PostgreSQL and S3: tests/move, and the tests of the server over PostgreSQL.
  "pg_dump ",
  "psql ",
  "cp -a FILES/. ",
  "npm run server -- move ",
  "npm run server -- --data DIR --database-file ",
  "npm run server -- user reset-password alice --database ",
  "npm run server -- --s3-bucket ",
];

/** Pages for a stopped server, of which there is a backup. */
const whileStopped = new Set(["restore.md"]);

/** Ends with the first request or command that fails. */
const prelude = String.raw`
set -euo pipefail
shopt -s inherit_errexit
curl() { command curl --fail-with-body "$@"; }
npm() { command npm --prefix "$ROOT" "$@"; }
# Starts a server with a new folder. Sets url and code.
start_server() {
  : > "$TMP/started"
  folder=$(mktemp -d -p "$TMP")
  "$@" --data "$folder" --port 0 <&0 >> "$TMP/started" 2>&1 &
  started=$!
  until grep -q '^Tidemark server: ' "$TMP/started"; do
    kill -0 $started || { cat "$TMP/started"; exit 1; }
    sleep 0.1
  done
  url=$(sed -n 's/^Tidemark server: //p' "$TMP/started")
  code=$(sed -n 's/^Set-up code: //p' "$TMP/started")
}
stop_server() {
  kill "$(cat "$folder/tidemark.pid")"
  wait $started || true
  folder= url=$WORLD
}
trap '[ -z "$folder" ] || stop_server' EXIT
folder=
create_user() {
  command curl -s "$url/api/v1/users" -H "authorization: Bearer $token" -d '{"username":"'$1'","password":"battery staple"}' > /dev/null
}
url=$WORLD
`;

interface Block {
  /** Of those on the page. */
  readonly number: number;
  /** Page and line. */
  readonly place: string;
  readonly commands: readonly string[];
}

/** Returns the commands of a page that are run here. Notes in `skipped` which beginnings of others it has. */
function blocksOf(page: string, text: string, skipped: Set<string>): Block[] {
  return [...text.matchAll(/^ *```sh\n([^]*?)\n *```$/gm)].map((found, number) => ({
    number,
    place: `${page}:${text.slice(0, found.index).split("\n").length}`,
    commands: found[1]!
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .map((line) => (line.includes("# on the new") ? line.replace("DIR", "$TMP/new") : line))
      .map((line) => line.replace(/ {2,}#.*$/, "").trim())
      .filter((line) => {
        const start = elsewhere.find((each) => line.startsWith(each));
        if (start !== undefined) skipped.add(start);
        return start === undefined;
      }),
  }));
}

/** Returns the lines of a script that run a block. */
function scriptOf({ number, place, commands }: Block): string[] {
  // Names of deleted accounts stay taken.
  const bob = `bob${number}`;
  const filled = commands.map((command) =>
    command
      .replaceAll(/\bbob\b/g, bob)
      .replaceAll(/ \[[^\]]*\]/g, "")
      .replaceAll("…", password)
      .replaceAll(/https:\/\/notes\.example(?=\/)|http:\/\/127\.0\.0\.1:5230/g, "$url")
      .replaceAll(":9464", ":$METRICS_PORT")
      .replaceAll("Bearer TOKEN", `Bearer '"$token"'`)
      .replaceAll("XXXX-XXXX-XXXX", `'"$code"'`)
      .replaceAll("/tmp/restore-test", "$TMP/restore-test")
      .replaceAll("/var/backups/tidemark", "$TMP/daily")
      .replaceAll(/(?<=[ =])DIR(?=[ /]|$)/g, "$DIR")
      .replaceAll(
        /(?<= )(?:FILE(?:\.tar)?|SAFE-PLACE|[a-z-]+\.(?:zip|txt|url))(?= |$)/g,
        "$TMP/$&",
      ),
  );
  const text = filled.join("\n");
  const needsCode = text.includes("$code");
  const serving = /^([A-Z_]+=\S+ )?(npm run server)(?: --( -.*))?$/;
  return [
    `printf "\\n== ${place}\\n"`,
    ...(text.includes(bob) && !/user create|POST \/users /.test(text)
      ? [`create_user ${bob}`]
      : []),
    ...(needsCode ? ["start_server npm run server --"] : []),
    ...filled.map((command) => {
      const [, variable = "", start, options = ""] = serving.exec(command) ?? [];
      if (start === undefined) return command;
      return `${variable}start_server ${start} --${options.replace(" --data $DIR", "")}`;
    }),
    ...(needsCode || filled.some((command) => serving.test(command)) ? ["stop_server"] : []),
  ];
}

const run = promisify(execFile);

/** Runs a page's commands. Returns what they printed. */
async function runPage(page: string, blocks: readonly Block[]): Promise<string> {
  await using scratch = await mkdtempDisposable(join(tmpdir(), "tidemark-commands-"));
  const [folder, daily] = [join(scratch.path, "world"), join(scratch.path, "daily")];
  await mkdir(daily);
  await writeFile(join(scratch.path, "password.txt"), `${password}\n`);
  const args = ["--admin-username", "alice", "--admin-password", password, "--backup-to", daily];
  await using server = await startServer(folder, { args });
  const env = {
    ...process.env,
    ROOT: root,
    TMP: scratch.path,
    DIR: folder,
    WORLD: server.url,
    METRICS_PORT: String(await freePort()),
    TIDEMARK_DATA: folder,
    TIDEMARK_PORT: new URL(server.url).port,
  };
  const shell = async (lines: readonly string[]): Promise<string> => {
    const script = [prelude, ...lines].join("\n");
    const done = run("bash", ["-c", script], { env, cwd: scratch.path }).catch(
      (error: { readonly stdout: string; readonly stderr: string }) => {
        throw new Error(`${page}: ${error.stdout.slice(-2000)}\n${error.stderr.slice(-2000)}`);
      },
    );
    return (await done).stdout;
  };
  const signIn = String.raw`token=$(curl -s $url/api/v1/auth/signin -d '{"username":"alice","password":"${password}"}' | sed 's/.*"accessToken":"\([^"]*\)".*/\1/')`;
  if (!whileStopped.has(page)) return await shell([signIn, ...blocks.flatMap(scriptOf)]);
  await shell(['npm run server -- backup --data "$DIR" --to "$TMP/FILE"']);
  await server.stop();
  return await shell(blocks.flatMap(scriptOf));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const skipped = new Set<string>();
const documented = await Promise.all(
  (await readdir(pages))
    .filter((name) => name.endsWith(".md"))
    .map(async (page) => ({
      page,
      blocks: blocksOf(page, await readFile(join(pages, page), "utf8"), skipped),
    })),
);

test.each(documented.filter(({ blocks }) => blocks.length > 0))(
  "the commands of $page do what the page says",
  async ({ page, blocks }) => {
    const printed = await runPage(page, blocks);
    expect(printed.match(/^== .*$/gm)).toEqual(blocks.map(({ place }) => `== ${place}`));
  },
);

test("each command that isn't run here is still documented", () => {
  expect(elsewhere.filter((start) => !skipped.has(start))).toEqual([]);
});
