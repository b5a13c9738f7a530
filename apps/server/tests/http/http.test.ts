import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { bodyOf } from "../answers.ts";
import { type Ask, type Reply, startHttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";

/** A server with its administrator's token. */
const shared = shareServer(async () => {
  const server = await startHttpServer();
  return Object.assign(server, { bearer: await server.alice() });
});

describe("errors", () => {
  test("of an unknown path are in the current form, for every path", async () => {
    const server = shared();
    const reply = await server.ask("GET", "/api/v1/nope?x=1");
    expect(reply.status).toBe(404);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(reply.body).toEqual({
      code: 5,
      message: "no such path: /api/v1/nope",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "NOT_FOUND",
          domain: "tidemark",
        },
      ],
    });
    for (const path of ["/nope", "/api/v1/tags/no/such", `/api/v1/memos/a/${"x".repeat(200)}`]) {
      expect(await server.ask("GET", path), path).toMatchObject({ status: 404, body: { code: 5 } });
    }
    const { bearer } = server;
    const long = await server.ask("GET", `/api/v1/memos/${"x".repeat(200)}`, { bearer });
    expect(long).toMatchObject({ status: 404, body: { code: 5 } });
  });

  test("of a wrong method list the right ones in Allow", async () => {
    const server = shared();
    const reply = await server.ask("PUT", "/api/v1/memos");
    expect(reply).toMatchObject({ status: 405, body: { code: 12 } });
    expect(reply.headers.get("allow")).toBe("GET, HEAD, POST");
    const restore = await server.ask("GET", "/api/v1/memos/a:restore");
    expect(restore.status).toBe(405);
    expect(restore.headers.get("allow")).toBe("POST");
    const older = await server.ask("PATCH", "/api/v1/access-tokens");
    expect(older).toMatchObject({ status: 405, body: { error: { code: "UNIMPLEMENTED" } } });
  });

  test("of malformed JSON are 400 with code 3, naming the body", async () => {
    const server = shared();
    const { bearer } = server;
    const reply = await server.ask("POST", "/api/v1/memos", { bearer, body: '{"content":' });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      code: 3,
      message: "body: is not valid JSON",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field: "body", description: "is not valid JSON" }],
        },
      ],
    });
    for (const body of ["[]", "7", "null", '"x"']) {
      expect((await server.ask("POST", "/api/v1/memos", { bearer, body })).status, body).toBe(400);
    }
  });

  test("of a body that is nested too deeply are 400, and the server keeps running", async () => {
    const server = shared();
    const { bearer } = server;
    const body = `{"relations":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
    expect(await server.ask("POST", "/api/v1/memos", { bearer, body })).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field: "body" }] }] },
    });
  });

  test("of a large body are sent before it is read if the caller isn't signed in", async () => {
    const server = shared();
    const body = { username: "alice", password: "x".repeat(100_000) };
    const signIn = await server.ask("POST", "/api/v1/auth/signin", { body });
    expect(signIn).toMatchObject({ status: 413, body: { code: 3 } });
    const memo = await server.ask("POST", "/api/v1/memos", { body: "{".repeat(100_000) });
    expect(memo.status).toBe(401);
  });

  test("that nobody expected are an id that is in the log, and nothing else", async () => {
    await using server = await startHttpServer();
    const bearer = await server.alice();
    server.services.memos.openList = () => Promise.reject(new Error("secret detail"));
    const reply = await server.ask("GET", "/api/v1/memos", { bearer });
    expect(reply).toMatchObject({ status: 500, body: { code: 13, details: [] } });
    const id = /[0-9a-f-]{36}/.exec(String(reply.body["message"]))?.[0] ?? "none";
    expect(JSON.stringify(reply.body)).not.toContain("secret");
    expect(server.log.some((line) => line.includes(id) && line.includes("secret detail"))).toBe(
      true,
    );
  });

  test("of a path that can't be decoded are 400", async () => {
    const server = shared();
    expect(await server.ask("GET", "/api/v1/memos/%E0%A4%A")).toMatchObject({
      status: 400,
      body: { code: 3 },
    });
  });

  test("of the older form come where a request of it is made", async () => {
    const server = shared();
    const { bearer } = server;
    const missing = await server.ask("GET", "/api/v1/memos/12", { bearer });
    expect(missing).toMatchObject({
      status: 404,
      body: { error: { code: "NOT_FOUND", details: [] } },
    });
    for (const path of ["?page=1", "?limit=5", "?tag=x", "?orderBy=created_ts", "/12"]) {
      expect(await server.ask("GET", `/api/v1/memos${path}`), path).toMatchObject({
        status: 401,
        body: { error: { code: "UNAUTHENTICATED" } },
      });
    }
  });
});

describe("rate limits", () => {
  const limits = { rateLimit: 3, rateLimitAnonymous: 5 };

  test("count each credential by itself and say so on every answer", async () => {
    await using server = await startHttpServer(limits);
    const bearer = await server.alice();
    const first = await server.ask("GET", "/api/v1/auth/me", { bearer });
    expect(first.headers.get("x-ratelimit-limit")).toBe("3");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("2");
    const reset = Number(first.headers.get("x-ratelimit-reset")) * 1000 - Date.now();
    expect(reset).toBeGreaterThan(3_500_000);
    expect(reset).toBeLessThanOrEqual(3_601_000);
    const missing = await server.ask("GET", "/api/v1/nope", { bearer });
    expect(missing.status).toBe(404);
    expect(missing.headers.get("x-ratelimit-remaining")).toBe("1");
    const wrong = await server.ask("PUT", "/api/v1/memos", { bearer });
    expect(wrong.headers.get("x-ratelimit-remaining")).toBe("0");
    const over = await server.ask("GET", "/api/v1/auth/me", { bearer });
    expect(over).toMatchObject({ status: 429, body: { code: 8 } });
    expect(over.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(3000);
    const other = await server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "alice", password: "correct horse" },
    });
    const fresh = await server.ask("GET", "/api/v1/auth/me", {
      bearer: String(other.body["accessToken"]),
    });
    expect(fresh.status).toBe(200);
  });

  test("count an address where the credential is bad or missing, in the older form too", async () => {
    await using server = await startHttpServer(limits);
    for (const bearer of ["a", "b", "c", "d", "e"]) {
      const reply = await server.ask("GET", "/api/v1/memos", { bearer });
      expect(reply.status).toBe(401);
      expect(reply.headers.get("x-ratelimit-limit")).toBe("5");
    }
    expect(await server.ask("GET", "/api/v1/system/info")).toMatchObject({
      status: 429,
      body: { error: { code: "RESOURCE_EXHAUSTED" } },
    });
    expect((await server.ask("GET", "/healthz")).headers.get("x-ratelimit-limit")).toBeNull();
  });

  test("count paths without a route", async () => {
    await using server = await startHttpServer({ rateLimitAnonymous: 2 });
    const paths = ["/api/v1/memos/%zz", `/api/v1/memos/${"x".repeat(200)}`, "/api/v1/memos/%zz"];
    const replies = [];
    for (const path of paths) replies.push(await server.ask("GET", path));
    expect(replies.map(({ status }) => status)).toEqual([400, 404, 429]);
    expect(replies.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual([
      "1",
      "0",
      "0",
    ]);
  });

  test("send no headers if they are off", async () => {
    const server = shared();
    const reply = await server.ask("GET", "/api/v1/system/info");
    expect(reply.headers.get("x-ratelimit-limit")).toBeNull();
  });

  test("trust X-Forwarded-For only from a trusted proxy", async () => {
    const forwarded = (address: string) => ({ headers: { "x-forwarded-for": address } });
    await using plain = await startHttpServer(limits);
    await plain.ask("GET", "/api/v1/system/info", forwarded("203.0.113.1"));
    const same = await plain.ask("GET", "/api/v1/system/info", forwarded("203.0.113.2"));
    expect(same.headers.get("x-ratelimit-remaining")).toBe("3");
    await using proxied = await startHttpServer({ ...limits, trustedProxies: ["loopback"] });
    await proxied.ask("GET", "/api/v1/system/info", forwarded("203.0.113.1"));
    const apart = await proxied.ask("GET", "/api/v1/system/info", forwarded("203.0.113.2"));
    expect(apart.headers.get("x-ratelimit-remaining")).toBe("4");
  });
});

describe("every response", () => {
  test("forbids sniffing, framing and scripts, and has no CORS headers", async () => {
    await using server = await startHttpServer({ rateLimitAnonymous: 12 });
    const bearer = await server.alice();
    const uploaded = await server.ask("POST", "/api/v1/attachments", {
      bearer,
      body: { filename: "a.svg", type: "image/svg+xml", content: btoa("<svg/>") },
    });
    const file = `/file/${String(uploaded.body["name"])}/a.svg`;
    const answers: [status: number, method: string, path: string, ask?: Ask][] = [
      [200, "GET", "/api/v1/system/info"],
      [200, "HEAD", "/api/v1/system/info"],
      [200, "GET", "/healthz"],
      [200, "GET", "/api/v1/openapi.json"],
      [200, "GET", file, { bearer }],
      [206, "GET", file, { bearer, headers: { range: "bytes=0-1" } }],
      [416, "GET", file, { bearer, headers: { range: "bytes=99-" } }],
      [400, "GET", "/api/v1/memos/%E0%A4%A"],
      [400, "POST", "/api/v1/memos", { bearer, body: "{" }],
      [401, "GET", "/api/v1/memos"],
      [403, "POST", "/api/v1/auth/signup", { body: { username: "bob", password: "12345678" } }],
      [404, "GET", "/nope"],
      [404, "GET", "/api/v1/memos/missing", { bearer }],
      [401, "GET", "/sync/nope"],
      [405, "PUT", "/api/v1/memos"],
      [413, "POST", "/api/v1/auth/signin", { body: { username: "x".repeat(100_000) } }],
    ];
    for (const [status, method, path, ask] of answers) {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          ...(method === "GET" && { origin: "https://other.example" }),
          ...(ask?.bearer !== undefined && { authorization: `Bearer ${ask.bearer}` }),
          ...ask?.headers,
        },
        ...(ask?.body !== undefined && {
          body: typeof ask.body === "string" ? ask.body : JSON.stringify(ask.body),
        }),
      });
      await response.arrayBuffer();
      const { headers } = response;
      const name = `${method} ${path}`;
      expect(response.status, name).toBe(status);
      expect(headers.get("x-content-type-options"), name).toBe("nosniff");
      expect(headers.get("x-frame-options"), name).toBe("SAMEORIGIN");
      expect(headers.get("referrer-policy"), name).toBe("no-referrer");
      expect(headers.get("content-security-policy"), name).toMatch(/default-src 'none'/);
      expect(headers.get("access-control-allow-origin"), name).toBeNull();
      expect(headers.get("x-powered-by"), name).toBeNull();
    }
  });

  test("has these headers for streams and exceeded limits too", async () => {
    await using server = await startHttpServer({ rateLimitAnonymous: 1 });
    const bearer = await server.alice();
    const stream = await fetch(`${server.url}/api/v1/sse`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    await fetch(`${server.url}/api/v1/system/info`);
    const limited = await fetch(`${server.url}/api/v1/system/info`);
    expect([stream.status, limited.status]).toEqual([200, 429]);
    for (const { headers } of [stream, limited]) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    }
    await stream.body?.cancel();
  });

  test("requires the request to arrive in time: a silent connection is closed", async () => {
    const servers: Server[] = [];
    const note = (message: unknown): void => {
      servers.push((message as { fastify: { server: Server } }).fastify.server);
    };
    subscribe("fastify.initialization", note);
    await using _server = await startHttpServer();
    unsubscribe("fastify.initialization", note);
    expect(servers).toHaveLength(1);
    expect(servers[0]).toMatchObject({
      headersTimeout: 60_000,
      requestTimeout: 86_400_000,
      timeout: 120_000,
    });
  });
});

describe("health", () => {
  test("is reported without a credential", async () => {
    const server = shared();
    expect(await server.ask("GET", "/healthz")).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
    expect(await server.ask("GET", "/readyz")).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
  });

  test("readyz is 503 while the database doesn't respond", async () => {
    await using server = await startHttpServer();
    server.services.database.read = () => Promise.reject(new Error("disk full"));
    expect(await server.ask("GET", "/readyz")).toMatchObject({
      status: 503,
      body: { status: "unavailable" },
    });
  });
});

describe("the instance", () => {
  test("says what it is to anybody", async () => {
    await using server = await startHttpServer({ publicUrl: "https://memos.example" });
    const profile = await server.ask("GET", "/api/v1/instance/profile");
    expect(profile.headers.get("strict-transport-security")).toMatch(/^max-age=\d+$/);
    expect(profile.body).toEqual({
      accessMode: "INSTANCE_ACCESS_MODE_PRIVATE",
      version: "0.30.0",
      server: "tidemark",
      serverVersion: "1.2.3",
      demo: false,
      commit: "",
      instanceUrl: "https://memos.example",
      needsSetup: true,
      publicAccess: false,
      allowSignUp: false,
    });
    expect((await server.ask("GET", "/api/v1/system/info")).body).toMatchObject({
      version: "0.30.0",
      server: "tidemark",
      serverVersion: "1.2.3",
      allowSignUp: false,
      customizedProfile: { title: "Tidemark" },
    });
  });
});

describe("the bytes of a body", () => {
  async function post(path: string, type: string, body: Uint8Array<ArrayBuffer>): Promise<Reply> {
    const { url, bearer } = shared();
    const headers = { authorization: `Bearer ${bearer}`, "content-type": type };
    const response = await fetch(url + path, { method: "POST", headers, body });
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  }
  const utf8 = (text: string) => new Uint8Array(Buffer.from(text));

  test.each<readonly [string, string, Buffer]>([
    ["no charset", "application/json", Buffer.from('{"content":"é 🦀 \uFFFD"}')],
    ["UTF-8", 'application/json; charset="UTF-8"', Buffer.from('{"content":"é 🦀 \uFFFD"}')],
    ["a mark", "text/plain", Buffer.from('\uFEFF{"content":"é 🦀 \uFFFD"}')],
    [
      "UTF-16",
      "application/json;charset=utf-16le",
      Buffer.from('{"content":"é 🦀 \uFFFD"}', "utf16le"),
    ],
  ])("are decoded by their charset: %s", async (_name, type, bytes) => {
    const { status, body } = await post("/api/v1/memos", type, new Uint8Array(bytes));
    expect([status, body["content"]]).toEqual([200, "é 🦀 \uFFFD"]);
  });

  test.each([
    ["iso-8859-1", [0xe9], "é"],
    ["Windows-1252", [0x80], "€"],
    ["shift_jis", [0x83, 0x65], "テ"],
    ["gbk", [0xc4, 0xe3], "你"],
  ])("are decoded by WHATWG labels: %s", async (charset, bytes, expected) => {
    const body = new Uint8Array([...utf8('{"content":"'), ...bytes, ...utf8('"}')]);
    const made = await post("/api/v1/memos", `application/json; charset=${charset}`, body);
    expect([made.status, made.body["content"]]).toEqual([200, expected]);
  });

  test.each([
    ["a byte of Latin-1", "application/json", [0xe9]],
    ["half a letter", "application/json; charset=utf-8", [0xf0, 0x9f, 0xa6]],
    ["a surrogate as UTF-8", "text/plain", [0xed, 0xa0, 0x80]],
    ["a letter written too long", "application/json", [0xc0, 0xaf]],
    ["half a letter of another charset", "application/json; charset=shift_jis", [0x83]],
  ])("that are invalid in it are 400, and nothing is stored: %s", async (_name, type, bytes) => {
    const server = shared();
    const { bearer } = server;
    const count = async () =>
      (await server.ask("GET", "/api/v1/memos?pageSize=1000", { bearer })).body["memos"];
    const before = await count();
    const body = new Uint8Array([...utf8('{"content":"caf'), ...bytes, ...utf8('"}')]);
    const reply = await post("/api/v1/memos", type, body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 3,
      details: [{ fieldViolations: [{ field: "body" }] }],
    });
    expect(await count()).toEqual(before);
    const query = new Uint8Array([...utf8('{"name":"'), ...bytes, ...utf8('"}')]);
    const device = await post(
      "/sync/renameDevice",
      type.replace("text/plain", "application/json"),
      query,
    );
    expect([device.status, device.body]).toMatchObject([
      400,
      { error: { data: { app: { code: "INVALID_ARGUMENT" } } } },
    ]);
  });

  test("in an unknown charset are 400", async () => {
    const type = "application/json; charset=nonsense";
    const reply = await post("/api/v1/memos", type, utf8('{"content":"a"}'));
    const message = "body: has an unknown charset; send UTF-8";
    expect(reply).toMatchObject({ status: 400, body: { code: 3, message } });
  });
});

describe("a request that isn't HTTP", () => {
  test("gets an error and doesn't crash the server", async () => {
    const server = shared();
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write("nonsense\r\n\r\n");
    const [data] = (await once(socket, "data")) as [Buffer];
    expect(data.toString()).toContain("400");
    socket.destroy();
    expect((await server.ask("GET", "/healthz")).status).toBe(200);
  });
});
