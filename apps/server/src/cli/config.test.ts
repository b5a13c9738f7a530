import { afterEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "./config.ts";
import { defaultDataFolder } from "./data-folder-default.ts";
import { readFolderCommand } from "./folder-commands.ts";
import { readCheckCommand, readNewEpochCommand } from "./place-commands.ts";
import { readVerb } from "./verbs.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Reads the configuration with `env` as the only `TIDEMARK_` variables. */
function read(args: string[], env: Record<string, string> = {}) {
  const others = Object.keys(process.env).filter((name) => name.startsWith("TIDEMARK_"));
  for (const name of others) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return readConfig(args, "1.2.3");
}

describe("the server's options", () => {
  test("have defaults that listen for this machine alone", () => {
    expect(read([])).toMatchObject({
      ok: true,
      value: {
        host: "127.0.0.1",
        port: 5230,
        admin: null,
        publicUrl: null,
        hstsIncludesSubdomains: false,
        trustedProxies: [],
        corsOrigins: [],
        rateLimit: 1000,
        rateLimitAnonymous: 100,
        rateLimitSignIn: 600,
        metrics: null,
        metricsListen: null,
        logRequests: "errors",
        logFormat: "json",
        drainSeconds: 0,
        s3: null,
        backups: null,
      },
    });
  });

  test("name a bucket, at Amazon or at the given endpoint", () => {
    expect(read(["--s3-bucket", "files"])).toMatchObject({
      value: { s3: { bucket: "files", endpoint: null, region: "us-east-1" } },
    });
    const env = { TIDEMARK_S3_BUCKET: "files", TIDEMARK_S3_ENDPOINT: "http://store:9000/" };
    expect(read(["--s3-region=eu"], env)).toMatchObject({
      value: { s3: { bucket: "files", endpoint: "http://store:9000", region: "eu" } },
    });
  });

  test.each([
    [["--metrics"], {}, { token: null }],
    [["--metrics=a-token-of-some-length"], {}, { token: "a-token-of-some-length" }],
    [[], { TIDEMARK_METRICS: "1" }, { token: null }],
    [[], { TIDEMARK_METRICS: "a-token-of-some-length" }, { token: "a-token-of-some-length" }],
    [[], { TIDEMARK_METRICS: "0" }, null],
  ])("turn metrics on by %j and %j", (args, env, metrics) => {
    expect(read(args, env)).toMatchObject({ ok: true, value: { metrics } });
  });

  test.each([
    [
      ["--cors-origin", "https://a.example", "--cors-origin=https://b.example:8443/"],
      {},
      ["https://a.example", "https://b.example:8443"],
    ],
    [
      [],
      { TIDEMARK_CORS_ORIGIN: "https://a.example, http://localhost:3000" },
      ["https://a.example", "http://localhost:3000"],
    ],
    [
      ["--cors-origin", "https://b.example"],
      { TIDEMARK_CORS_ORIGIN: "https://a.example" },
      ["https://b.example"],
    ],
    [
      ["--cors-origin", "app://obsidian.md,capacitor://localhost/"],
      {},
      ["app://obsidian.md", "capacitor://localhost"],
    ],
    [
      ["--cors-origin=chrome-extension://abcdefghijklmnop", "--cors-origin=Tauri://localhost:1420"],
      {},
      ["chrome-extension://abcdefghijklmnop", "tauri://localhost:1420"],
    ],
  ])("open the API to origins by %j and %j", (args, env, corsOrigins) => {
    expect(read(args, env)).toMatchObject({ ok: true, value: { corsOrigins } });
  });

  test.each([
    "*",
    "null",
    "a.example",
    "https://a.example/path",
    "file:///",
    "app://obsidian.md/path",
    "app://obsidian.md?x",
    "app://obsidian.md#x",
    "app://somebody@obsidian.md",
    "app://",
    "app:obsidian.md",
    "capacitor://*",
    "data:text/plain,x",
  ])("refuse %j as an origin", (origin) => {
    expect(read(["--cors-origin", origin])).toMatchObject({
      ok: false,
      error: { type: "refused" },
    });
  });

  test("refuse a guessable token for metrics", () => {
    expect(read(["--metrics=short"])).toMatchObject({ ok: false, error: { type: "refused" } });
  });

  test("for a single start can't be set by variables", () => {
    const off = { newSecretKey: false, trustClock: false };
    const env = { TIDEMARK_NEW_SECRET_KEY: "1", TIDEMARK_TRUST_CLOCK: "1" };
    expect(read([], env)).toMatchObject({ ok: true, value: off });
    expect(read(["--new-secret-key", "--trust-clock"])).toMatchObject({
      ok: true,
      value: { newSecretKey: true, trustClock: true },
    });
  });

  test("are also variables, which options override and empty values don't set", () => {
    const env = {
      TIDEMARK_DATA: "/data",
      TIDEMARK_HOST: "::1",
      TIDEMARK_PORT: "1",
      TIDEMARK_ADMIN_USERNAME: "alice",
      TIDEMARK_ADMIN_PASSWORD: "-starts with a dash",
      TIDEMARK_PUBLIC_URL: "https://memos.example/",
      TIDEMARK_HSTS_INCLUDE_SUBDOMAINS: "1",
      TIDEMARK_TRUSTED_PROXY: "10.0.0.0/8, loopback",
      TIDEMARK_CORS_ORIGIN: "https://app.example/",
      TIDEMARK_FILES: "/shared/files",
      TIDEMARK_SECRET_KEY_FILE: "/run/key",
      TIDEMARK_RATE_LIMIT: "0",
      TIDEMARK_RATE_LIMIT_ANONYMOUS: "",
    };
    expect(read(["--port", "2"], env)).toEqual({
      ok: true,
      value: {
        data: "/data",
        host: "::1",
        port: 2,
        admin: { username: "alice", password: "-starts with a dash" },
        publicUrl: "https://memos.example",
        hstsIncludesSubdomains: true,
        trustedProxies: ["10.0.0.0/8", "loopback"],
        corsOrigins: ["https://app.example"],
        database: null,
        files: "/shared/files",
        secretKeyFile: "/run/key",
        newSecretKey: false,
        trustClock: false,
        rateLimit: 0,
        rateLimitAnonymous: 100,
        rateLimitSignIn: 600,
        metrics: null,
        metricsListen: null,
        logRequests: "errors",
        logFormat: "json",
        drainSeconds: 0,
        s3: null,
        backups: null,
      },
    });
  });

  test.each([
    [["--s3-endpoint", "http://store:9000"], "--s3-bucket"],
    [["--colour"], "--colour"],
    [["extra"], "argument"],
    [["--port", "70000"], "--port"],
    [["--port", "x"], "--port"],
    [["--log-requests", "some"], "--log-requests"],
    [["--log-format", "xml"], "--log-format"],
    [["--drain", "3601"], "--drain"],
    [["--rate-limit", "-1"], "--rate-limit"],
    [["--public-url", "memos.example"], "--public-url"],
    [["--public-url", "https://memos.example/path"], "--public-url"],
    [["--hsts-include-subdomains=maybe"], "--hsts-include-subdomains"],
    [["--trusted-proxy", "proxy.example"], "--trusted-proxy"],
    [["--trusted-proxy", "loopback,10.0.0.0/33"], "--trusted-proxy"],
    [["--admin-username", "alice"], "--admin-password"],
    [["--admin-password-file", "secret"], "--admin-username"],
    [
      ["--admin-username=alice", "--admin-password=x", "--admin-password-file=secret"],
      "--admin-password-file",
    ],
    [["--admin-username", "alice", "--admin-password-file"], "--admin-password-file"],
    [["--data"], "--data"],
    [["--database", "mysql://x@y/z"], "--database"],
    [["--database=postgres://x@y/z", "--database-file=url"], "--database-file"],
    [["--database-file=-", "--admin-username=alice", "--admin-password-file=-"], "--database-file"],
  ])("are refused in one line: %j", (args, mentioned) => {
    const result = read(args);
    if (result.ok || result.error.type !== "refused") throw new Error("was taken");
    expect(result.error.message).toContain(mentioned);
    expect(result.error.message).not.toContain("\n");
  });

  test("that are wrong are all named in one message, including variables", () => {
    const args = ["--colour", "red", "--port", "x", "--cors-origin", "*", "--size=2", "extra"];
    const more = ["--admin-username", "alice", "--s3-endpoint", "http://x", "--data"];
    const env = { TIDEMARK_RATE_LIMIT: "many", TIDEMARK_DATABASE: "mysql://a:secret@b/c" };
    const result = read([...args, ...more], env);
    if (result.ok || result.error.type !== "refused") throw new Error("was taken");
    const { message } = result.error;
    const wrong = [
      "--colour",
      "--port",
      "--cors-origin",
      "--size",
      "--admin-password",
      "--s3-bucket",
    ];
    for (const name of [...wrong, "--data", "TIDEMARK_RATE_LIMIT", "--database", "argument"]) {
      expect(message).toContain(name);
    }
    expect(message.split("; ")).toHaveLength(9);
    expect(message).not.toMatch(/\n|secret/);
    expect(read(["--port", "x", "--help"])).toMatchObject({ error: { type: "printed" } });
  });

  test("name the file of a password, and override both variables for it", () => {
    const username = "alice";
    const fromFile = { username, password: { file: "/run/secret" } };
    const args = ["--admin-username", username, "--admin-password-file", "/run/secret"];
    const env = { TIDEMARK_ADMIN_PASSWORD: "from before" };
    expect(read(args, env)).toMatchObject({ ok: true, value: { admin: fromFile } });
    const variables = {
      TIDEMARK_ADMIN_USERNAME: username,
      TIDEMARK_ADMIN_PASSWORD_FILE: "/run/secret",
    };
    expect(read([], variables)).toMatchObject({ ok: true, value: { admin: fromFile } });
    expect(read(["--admin-password", "told"], variables)).toMatchObject({
      ok: true,
      value: { admin: { username, password: "told" } },
    });
    expect(read([], { ...variables, ...env })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("cannot go with") as unknown },
    });
  });

  test("name a database, or the file of its address, and override both variables", () => {
    const url = "postgres://tidemark:secret@db/tidemark";
    const file = { file: "/run/url" };
    expect(read([])).toMatchObject({ value: { database: null } });
    expect(read(["--database", url])).toMatchObject({ value: { database: url } });
    expect(read([], { TIDEMARK_DATABASE: url })).toMatchObject({ value: { database: url } });
    const inFile = { TIDEMARK_DATABASE_FILE: "/run/url" };
    expect(read([], inFile)).toMatchObject({ value: { database: file } });
    expect(read(["--database", url], inFile)).toMatchObject({ value: { database: url } });
    const args = ["--database-file", "/run/url"];
    expect(read(args, { TIDEMARK_DATABASE: url })).toMatchObject({ value: { database: file } });
    expect(read([], { TIDEMARK_DATABASE: url, ...inFile })).toMatchObject({ ok: false });
  });

  test.each([
    ["--database", "postgress://tidemark:secret@db/tidemark"],
    ["--databse", "postgres://tidemark:secret@db/tidemark"],
    ["--databse=postgres://tidemark:secret@db/tidemark"],
    ["postgres://tidemark:secret@db/tidemark"],
    ["--port", "postgres://tidemark:secret@db/tidemark"],
  ])("never print the password of an address: %j", (...args) => {
    const refusals = [read(args), readVerb(args)];
    expect(refusals).toContainEqual(expect.objectContaining({ ok: false }));
    expect(JSON.stringify(refusals[0])).not.toContain("secret");
    if (refusals[1]?.ok === false) expect(JSON.stringify(refusals[1])).not.toContain("secret");
  });

  test("appear in the help without their variables' values", () => {
    const help = read(["--help"]);
    expect(JSON.stringify(help)).toContain("port to listen on, 0 for any (default: 5230)");
    expect(read(["--help"], { TIDEMARK_PORT: "7", TIDEMARK_ADMIN_PASSWORD: "x" })).toEqual(help);
  });

  test("an invalid variable is refused like the option", () => {
    expect(read([], { TIDEMARK_PORT: "x" })).toMatchObject({
      ok: false,
      error: { type: "refused", message: expect.stringContaining("--port") as unknown },
    });
  });

  test("help and version go to standard output", () => {
    const help = read(["--help"]);
    expect(help).toMatchObject({ error: { type: "printed" } });
    expect(JSON.stringify(help)).toContain("--rate-limit-anonymous");
    expect(read(["--version"])).toMatchObject({ error: { type: "printed", text: "1.2.3\n" } });
  });
});

describe("the first word", () => {
  test("selects the command, by default serve", () => {
    expect(readVerb([])).toEqual({ ok: true, value: { verb: "serve", rest: [] } });
    expect(readVerb(["--port", "1"])).toMatchObject({
      value: { verb: "serve", rest: ["--port", "1"] },
    });
    expect(readVerb(["serve", "--port", "1"])).toMatchObject({ value: { rest: ["--port", "1"] } });
    for (const verb of ["check", "new-epoch", "move", "backup", "restore"]) {
      expect(readVerb([verb, "--data", "x"])).toMatchObject({ value: { verb } });
      expect(JSON.stringify(read(["--help"]))).toContain(verb);
    }
  });

  test.each(["", "serv", "start", "Check", "constructor"])("is refused when it is %j", (word) => {
    expect(readVerb([word])).toMatchObject({ ok: false, error: { type: "refused" } });
  });

  test("has options of its own", () => {
    const url = "postgres://tidemark@db/tidemark";
    expect(readCheckCommand(["--database", url])).toMatchObject({
      value: { database: url, mend: false },
    });
    expect(readNewEpochCommand(["--data", "/x"])).toEqual({
      ok: true,
      value: { data: "/x", database: null, files: null },
    });
    expect(readNewEpochCommand(["--port", "1"])).toMatchObject({ ok: false });
    expect(readCheckCommand(["--help"])).toMatchObject({ error: { type: "printed" } });
  });

  test.each(["backup", "restore"] as const)("%s refuses another database", (verb) => {
    const args = ["--to=x", "--from=x"].filter(
      (arg) => arg.startsWith("--to") === (verb === "backup"),
    );
    const other = ["--database", "postgres://tidemark@db/tidemark"];
    expect(readFolderCommand(verb, args)).toMatchObject({ ok: true });
    expect(readFolderCommand(verb, [...args, ...other])).toMatchObject({
      error: { message: expect.stringContaining("pg_dump") as unknown },
    });
    vi.stubEnv("TIDEMARK_DATABASE_FILE", "/run/url");
    expect(readFolderCommand(verb, args)).toMatchObject({ ok: false });
  });
});

describe("the default data folder", () => {
  test.each([
    ["linux", {}, "/home/a/.local/share/tidemark-server"],
    ["linux", { XDG_DATA_HOME: "/x" }, "/x/tidemark-server"],
    ["darwin", {}, "/home/a/Library/Application Support/Tidemark Server"],
  ] as const)("on %s with %j is %s", (platform, env, folder) => {
    expect(defaultDataFolder(platform, env, "/home/a")).toBe(folder);
    // A container's user may have no home folder.
    expect(defaultDataFolder(platform, env, null)).toBe("XDG_DATA_HOME" in env ? folder : null);
  });
});
