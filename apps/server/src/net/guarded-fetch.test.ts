import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { HostAddress } from "./fetch-target.ts";
import { guardedFetch, type GuardedFetchOptions } from "./guarded-fetch.ts";

const limits = { maxBytes: 1000, timeoutMs: 5000, allowPrivate: false } as const;
const loopback: HostAddress = { address: "127.0.0.1", family: 4 };

/** Starts a server on this machine that records requests. */
async function listen(answer: RequestListener) {
  const asked: { url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push({ url: request.url ?? "", headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function errorOf(url: string, options: Partial<GuardedFetchOptions> = {}) {
  const fetched = await guardedFetch(url, { ...limits, ...options });
  return fetched.ok ? `status ${fetched.value.status}` : fetched.error.type;
}

describe("a guarded fetch", () => {
  test.each([
    ["no URL", "nonsense"],
    ["another protocol", "ftp://example.com/"],
    ["a file", "file:///etc/passwd"],
    ["credentials", "https://user:secret@example.com/"],
    ["a user name", "https://user@example.com/"],
    ["a decimal host", "http://2130706433/"],
    ["a hexadecimal host", "http://0x7f000001/"],
    ["a hexadecimal host of a public address", "http://0x08.8.8.8/"],
    ["an octal host", "http://0177.0.0.1/"],
    ["a shortened host", "http://127.1/"],
    ["a host in other digits", "http://①②⑦.0.0.1/"],
  ])("refuses %s: %s", async (_, url) => {
    expect(await errorOf(url)).toBe("bad-url");
  });

  test.each([
    "http://127.0.0.1/",
    "http://10.0.0.1:8080/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://0.0.0.0/",
    "http://[::1]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[0:0:0:0:0:ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[fd00::1]/",
    "http://[fe80::1]/",
    "http://localhost/",
  ])("refuses %s, which is only reachable from the server", async (url) => {
    expect(await errorOf(url)).toBe("private-address");
  });

  test("refuses a name if any of its addresses is private", async () => {
    const mixed: HostAddress[] = [{ address: "1.1.1.1", family: 4 }, loopback];
    expect(await errorOf("http://mixed.example/", { resolve: async () => mixed })).toBe(
      "private-address",
    );
    expect(await errorOf("http://none.example/", { resolve: async () => [] })).toBe("unresolved");
  });

  test("resolves a name once, and connects there whatever it resolves to later", async () => {
    await using server = await listen((_, response) => response.end("here"));
    const answers: HostAddress[] = [loopback, { address: "127.0.0.99", family: 4 }];
    let asked = 0;
    const fetched = await guardedFetch(`http://rebinding.example:${server.port}/x`, {
      ...limits,
      allowPrivate: true,
      resolve: async () => [answers[asked++] ?? loopback],
    });
    expect(asked).toBe(1);
    expect(fetched).toMatchObject({ ok: true, value: { status: 200 } });
    expect(server.asked[0]).toMatchObject({
      url: "/x",
      headers: { host: `rebinding.example:${server.port}` },
    });
  });

  test("tries each address of a name in turn, and reports why none could be reached", async () => {
    await using server = await listen((_, response) => response.end("here"));
    const dead: HostAddress[] = [
      { address: "127.0.0.9", family: 4 },
      { address: "::1", family: 6 },
    ];
    const options = { ...limits, allowPrivate: true, method: "POST", body: "x" } as const;
    const url = `http://dual.example:${server.port}/`;
    const fetched = await guardedFetch(url, {
      ...options,
      resolve: async () => [...dead, loopback],
    });
    expect(fetched).toMatchObject({ ok: true, value: { status: 200 } });
    expect(server.asked).toMatchObject([{ body: "x" }]);
    expect(await guardedFetch(url, { ...options, resolve: async () => dead })).toMatchObject({
      ok: false,
      error: { type: "unreachable", message: expect.stringContaining("127.0.0.9") as string },
    });
  });

  test("never connects to a private address that a name resolves to after it was checked", async () => {
    await using server = await listen((_, response) => response.end("secret"));
    const answers: HostAddress[] = [{ address: "192.0.0.8", family: 4 }, loopback];
    let asked = 0;
    await guardedFetch(`http://rebinding.example:${server.port}/`, {
      ...limits,
      timeoutMs: 300,
      allowPrivate: true,
      resolve: async () => [answers[asked++] ?? loopback],
    });
    expect(asked).toBe(1);
    expect(server.asked).toEqual([]);
  });

  test("follows redirects, and sends its headers to the first origin only", async () => {
    await using second = await listen((_, response) => response.end("arrived"));
    await using first = await listen((request, response) => {
      const location = request.url === "/a" ? "/b" : `${second.url}/c`;
      response.writeHead(302, { location }).end();
    });
    const fetched = await guardedFetch(`${first.url}/a`, {
      ...limits,
      allowPrivate: true,
      headers: { "x-secret": "s" },
    });
    expect(fetched).toMatchObject({ ok: true, value: { url: `${second.url}/c`, status: 200 } });
    expect(first.asked.map(({ headers }) => headers["x-secret"])).toEqual(["s", "s"]);
    expect(second.asked[0]?.headers["x-secret"]).toBeUndefined();
  });

  test("checks every redirect", async () => {
    await using secret = await listen((_, response) => response.end("secret"));
    await using open = await listen((request, response) => {
      const location = { "/name": "http://inner.example/", "/file": "file:///etc/passwd" }[
        request.url ?? ""
      ];
      response.writeHead(302, { location: location ?? `${secret.url}/` }).end();
    });
    // Simulates a public server: only its name is allowed.
    const judged: string[] = [];
    const resolve = async (name: string): Promise<HostAddress[]> => {
      judged.push(name);
      if (name === "inner.example") throw new Error("no such name");
      return [loopback];
    };
    const start = `http://open.example:${open.port}`;
    const options = { allowPrivate: true, resolve } as const;
    expect(await errorOf(`${start}/name`, options)).toBe("unresolved");
    expect(await errorOf(`${start}/file`, options)).toBe("bad-url");
    expect(judged).toEqual(["open.example", "inner.example", "open.example"]);
  });

  test("stops after too many redirects, and returns the redirect of a POST", async () => {
    await using server = await listen((_, response) =>
      response.writeHead(307, { location: "/again" }).end(),
    );
    const options = { allowPrivate: true, maxRedirects: 2 };
    expect(await errorOf(server.url, options)).toBe("too-many-redirects");
    expect(server.asked).toHaveLength(3);
    expect(await errorOf(server.url, { ...options, method: "POST", body: "x" })).toBe("status 307");
    expect(server.asked).toHaveLength(4);
  });

  test("sends a body and returns status, type and bytes", async () => {
    await using server = await listen((_, response) =>
      response.writeHead(418, { "content-type": "Text/Plain; charset=utf-8" }).end("short"),
    );
    const fetched = await guardedFetch(server.url, {
      ...limits,
      allowPrivate: true,
      method: "POST",
      body: "hello",
    });
    expect(server.asked[0]).toMatchObject({ body: "hello" });
    expect(fetched).toMatchObject({ value: { status: 418, contentType: "text/plain" } });
    expect(fetched.ok && Buffer.from(fetched.value.body).toString()).toBe("short");
  });

  test("refuses an answer that is too large, of another type, or too late", async () => {
    await using server = await listen((request, response) => {
      if (request.url === "/large") response.end("x".repeat(1001));
      else if (request.url === "/html") response.setHeader("content-type", "text/html").end("x");
      else if (request.url === "/slow") response.write("x");
    });
    const options = { allowPrivate: true };
    expect(await errorOf(`${server.url}/large`, options)).toBe("too-large");
    const accept = ["image/*", "application/json"];
    expect(await errorOf(`${server.url}/html`, { ...options, accept })).toBe("unexpected-type");
    expect(await errorOf(`${server.url}/html`, { ...options, accept: ["text/html"] })).toBe(
      "status 200",
    );
    expect(await errorOf(`${server.url}/slow`, { ...options, timeoutMs: 200 })).toBe("timed-out");
    const never = { ...options, timeoutMs: 200, resolve: () => new Promise<never>(() => {}) };
    expect(await errorOf("http://slow.example/", never)).toBe("timed-out");
  });

  test("reports an unreachable server", async () => {
    const closed = await listen(() => {});
    await closed[Symbol.asyncDispose]();
    expect(await errorOf(closed.url, { allowPrivate: true })).toBe("unreachable");
  });
});
