import { expect, test, vi } from "vitest";
import { withoutVariables } from "../../tests/without-variables.ts";
import { readConfig } from "./config.ts";
import { configLines } from "./config-lines.ts";

withoutVariables();

function printed(args: readonly string[]): string {
  const config = readConfig(["--data", "/data", ...args], "1.2.3");
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return configLines(config.value);
}

test("a configuration is printed with what its options and variables say", () => {
  vi.stubEnv("TIDEMARK_PORT", "6000");
  expect(JSON.parse(printed(["--trusted-proxy", "loopback"]))).toMatchObject({
    data: "/data",
    database: null,
    port: 6000,
    trustedProxies: ["loopback"],
    admin: null,
    metrics: null,
  });
});

test.each([
  ["a database's password", ["--database", "postgres://bob:hunter2-secret@db/notes"]],
  ["a password beside a wrong escape", ["--database", "postgres://a:hunter2-secret@db/n%zz"]],
  ["a database's password in its query", ["--database", "postgres://db/n?password=hunter2-secret"]],
  ["an administrator's password", ["--admin-username", "a", "--admin-password", "hunter2-secret"]],
  ["a token for metrics", ["--metrics", "hunter2-secret-token"]],
])("%s isn't printed", (_what, args) => {
  const text = printed(args);
  expect(text).not.toContain("hunter2");
  expect(text).toContain("…");
});

test("files that contain secrets are named", () => {
  const text = printed(["--database-file", "/run/url"]);
  expect(JSON.parse(text)).toMatchObject({ database: { file: "/run/url" } });
});
