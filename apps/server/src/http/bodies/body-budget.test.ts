import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { fastify } from "fastify";
import { describe, expect, test } from "vitest";
import { installErrorReplies } from "../answers/error-reply.ts";
import { readHead } from "../../../tests/guards/raw-request.ts";
import { installBodyBudget } from "./body-budget.ts";
import { installJsonBody } from "./json-body.ts";

const kib = 1024;

/**
 * Starts a server with room for 300 KiB of bodies with a credential (200 KiB per account), and for 100 KiB
 * without one (80 KiB per address). `x-account` is the account of a request.
 */
async function serve() {
  const app = fastify({ bodyLimit: 500 * kib, trustProxy: true });
  app.decorateRequest("identified", null);
  app.addHook("onRequest", (request, _reply, done) => {
    const name = request.headers["x-account"];
    const identified = { ok: true, value: { caller: { name } } };
    if (name !== undefined) request.identified = identified as typeof request.identified;
    done();
  });
  installErrorReplies(app);
  installBodyBudget(app, {
    accounts: { bytes: 300 * kib, bytesEach: 200 * kib, smallBytes: 10 * kib },
    strangers: { bytes: 100 * kib, bytesEach: 80 * kib, smallBytes: 0 },
  });
  installJsonBody(app);
  app.post("/", () => ({ taken: true }));
  /** Answers once `handled` resolves. */
  const handled = Promise.withResolvers<void>();
  app.post("/slow", async () => {
    await handled.promise;
    return {};
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const budget = app.bodyBudget;
  const begin = (headers: Readonly<Record<string, string>>, body: string, path: string): Socket => {
    const lines = Object.entries({ host: "h", connection: "close", ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}`).join("\r\n");
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    return socket;
  };
  return {
    budget,
    /** Sends a request with a whole body. Returns the head of the answer. */
    ask: (headers: Readonly<Record<string, string>>, bytes: number, path = "/") =>
      readHead(begin({ ...headers, "content-length": String(bytes) }, textOf(bytes), path)),
    /** Sends a body without its last byte, and waits until it has been counted. */
    async hold(headers: Readonly<Record<string, string>>, bytes: number, path = "/") {
      const { heldBytes } = budget;
      const before = heldBytes();
      const body = textOf(bytes);
      const most = path === "/slow" ? body : body.slice(0, -1);
      const socket = begin({ ...headers, "content-length": String(bytes) }, most, path);
      await until(() => heldBytes() >= before + most.length);
      return socket;
    },
    begin,
    answerHeld: () => handled.resolve(),
    async [Symbol.asyncDispose]() {
      handled.resolve();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/** Returns a JSON text of this many bytes. */
function textOf(bytes: number): string {
  return `"${"x".repeat(bytes - 2)}"`;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

const alice = { "x-account": "users/alice" };
const bob = { "x-account": "users/bob" };
const from = (address: string): Record<string, string> => ({ "x-forwarded-for": address });

describe("a body with a credential", () => {
  test("is refused beyond the limits of its account and of the process", async () => {
    await using server = await serve();
    await server.hold(alice, 150 * kib);
    const over = await server.ask(alice, 100 * kib);
    expect(over).toMatch(/^HTTP\/1\.1 429 /);
    expect(over).toMatch(/^retry-after: 2\r$/im);
    // Other accounts have their own limit, within the limit of the process.
    expect(await server.ask(bob, 100 * kib)).toMatch(/^HTTP\/1\.1 200 /);
    await server.hold(bob, 120 * kib);
    expect(await server.ask({ "x-account": "users/carol" }, 50 * kib)).toMatch(/^HTTP\/1\.1 429 /);
    // Small bodies are always accepted.
    expect(await server.ask(alice, 10 * kib)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("is refused by its declared length, or while it arrives if it declares none", async () => {
    await using server = await serve();
    await server.hold(alice, 150 * kib);
    const declared = server.begin({ ...alice, "content-length": String(100 * kib) }, '"', "/");
    expect(await readHead(declared)).toMatch(/^HTTP\/1\.1 429 /);
    const part = textOf(100 * kib);
    const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
    const chunked = server.begin({ ...alice, "transfer-encoding": "chunked" }, chunk, "/");
    expect(await readHead(chunked)).toMatch(/^HTTP\/1\.1 429 /);
  });

  test("that exceeds the limit is accepted if there is no other", async () => {
    await using server = await serve();
    expect(await server.ask(alice, 400 * kib)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("is counted until its request ends, in any way", async () => {
    await using server = await serve();
    const { heldBytes } = server.budget;
    const brokenOff = await server.hold(alice, 150 * kib);
    brokenOff.destroy();
    await until(() => heldBytes() === 0);
    const slow = await server.hold(alice, 150 * kib, "/slow");
    expect(heldBytes()).toBe(150 * kib);
    expect(await server.ask(alice, 100 * kib)).toMatch(/^HTTP\/1\.1 429 /);
    server.answerHeld();
    await once(slow, "readable");
    await until(() => heldBytes() === 0);
    expect(await server.ask(alice, 501 * kib)).toMatch(/^HTTP\/1\.1 413 /);
    await until(() => heldBytes() === 0);
  });
});

describe("a body without a credential", () => {
  test("has at most 64 KiB, whatever its route allows", async () => {
    await using server = await serve();
    expect(await server.ask({}, 64 * kib)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await server.ask({}, 64 * kib + 1)).toMatch(/^HTTP\/1\.1 413 /);
    const part = textOf(65 * kib);
    const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
    const chunked = server.begin({ "transfer-encoding": "chunked" }, chunk, "/");
    expect(await readHead(chunked)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("is refused beyond its address's or the anonymous limit, without affecting accounts", async () => {
    await using server = await serve();
    await server.hold(from("192.0.2.1"), 60 * kib);
    expect(await server.ask(from("192.0.2.1"), 30 * kib)).toMatch(/^HTTP\/1\.1 429 /);
    await server.hold(from("192.0.2.2"), 30 * kib);
    expect(await server.ask(from("192.0.2.3"), 30 * kib)).toMatch(/^HTTP\/1\.1 429 /);
    expect(await server.ask(alice, 200 * kib)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
