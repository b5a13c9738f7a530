import { request } from "node:http";
import { expect, test } from "vitest";
import { readConfig } from "../../src/cli/config.ts";
import { withoutVariables } from "../without-variables.ts";
import { ownServers, type OwnServers } from "./postgres/own-server.ts";

withoutVariables();

/** Starts a server with metrics on an address of their own, and returns both addresses. */
async function start(servers: OwnServers, args: readonly string[] = []) {
  const listen = ["--metrics-listen", "127.0.0.1:0"];
  const server = await servers.start(["--data", `${servers.dir}/data`, ...listen, ...args]);
  const url = servers.log
    .map((line) => /"metrics":"(http[^"]+)"/.exec(line)?.[1])
    .find((found) => found !== undefined);
  if (url === undefined) throw new Error("it doesn't serve metrics");
  return { server, url };
}

test("metrics on a loopback address of their own need no token, and aren't served elsewhere", async () => {
  await using servers = ownServers();
  const { server, url } = await start(servers);
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toMatch(
    /^tidemark_build_info\{version="1\.2\.3",commit="",schema="\d+",database="sqlite"\} 1$/m,
  );
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await fetch(url.replace("/metrics", "/other"))).status).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test("a token is also required there, if there is one", async () => {
  await using servers = ownServers();
  const token = "a-token-for-prometheus";
  const { url } = await start(servers, ["--metrics", token]);
  const statusWith = async (authorization: string): Promise<number> =>
    (await fetch(url, { headers: { authorization } })).status;
  expect((await fetch(url)).status).toBe(401);
  expect(await statusWith("Bearer a-token-for-prometheuS")).toBe(401);
  expect(await statusWith(`Bearer ${token}`)).toBe(200);
  expect(await statusWith(`bearer ${token}`)).toBe(200);
});

test("a start is refused if the address for metrics is taken", async () => {
  await using servers = ownServers();
  const { server } = await start(servers);
  const { host } = new URL(server.url);
  const args = ["--data", `${servers.dir}/other`, "--metrics-listen", host];
  const { message } = await servers.refused(args);
  expect(message).toMatch(`cannot listen on ${host} for metrics: `);
  expect(message).toMatch("EADDRINUSE");
});

test("a server with open connections to its metrics still ends", async () => {
  await using servers = ownServers();
  const { server, url } = await start(servers);
  const open = request(url, { headers: { connection: "keep-alive" } });
  open.on("error", () => undefined);
  open.flushHeaders();
  await server[Symbol.asyncDispose]();
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test.each([
  [["--metrics-listen", "0.0.0.0:9464"], "needs a token"],
  [["--metrics-listen", "[::]:9464", "--metrics"], "needs a token"],
  [["--metrics-listen", "127.0.0.1:9464", "--metrics", "off"], "cannot go with"],
  [["--metrics-listen", "localhost:9464"], "must be an IP address and a port"],
  [["--metrics-listen", "127.0.0.1"], "must be an IP address and a port"],
  [["--metrics-listen", "127.0.0.1:70000"], "must be an IP address and a port"],
])("%j is refused", (args, message) => {
  expect(readConfig(args, "1.2.3")).toMatchObject({
    ok: false,
    error: { type: "refused", message: expect.stringContaining(message) as unknown },
  });
});

test.each([
  [["--metrics-listen", "127.0.0.2:9464"], { host: "127.0.0.2", port: 9464 }, null],
  [["--metrics-listen", "[::1]:0"], { host: "::1", port: 0 }, null],
  [
    ["--metrics-listen", "0.0.0.0:9464", "--metrics", "a-token-of-some-length"],
    { host: "0.0.0.0", port: 9464 },
    "a-token-of-some-length",
  ],
])("%j is accepted", (args, metricsListen, token) => {
  expect(readConfig(args, "1.2.3")).toMatchObject({
    ok: true,
    value: { metricsListen, metrics: { token } },
  });
});
