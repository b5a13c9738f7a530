import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { installResponseBudget } from "./response-budget.ts";
import { installErrorReplies } from "./error-reply.ts";

const mib = 1024 * 1024;

/** Starts a server whose `/large` returns 16 MiB, with room for one such answer and one waiting. */
async function serve() {
  const app = fastify();
  app.decorateRequest("identified", null);
  installErrorReplies(app);
  const limits = { bytes: 20 * mib, bytesPerUser: 20 * mib, waitMs: 60_000, maxWaiting: 1 };
  installResponseBudget(app, limits);
  app.get("/large", () => Buffer.alloc(16 * mib));
  app.get("/small", () => ({ small: true }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    budget: app.responseBudget,
    url: `http://127.0.0.1:${port}`,
    /** Sends a request and doesn't read the answer. */
    ask(): Socket {
      const socket = connect(port, "127.0.0.1");
      socket.write("GET /large HTTP/1.0\r\n\r\n");
      return socket;
    },
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

test("a large answer waits until an unread one is closed, and is refused if too many wait", async () => {
  await using server = await serve();
  const unread = server.ask();
  await once(unread, "readable");
  expect(server.budget.takenBytes()).toBe(16 * mib);

  const [one, other] = [1, 2].map(() => fetch(`${server.url}/large`));
  const first = await Promise.race([one, other]);
  expect(first?.status).toBe(429);
  expect(first?.headers.get("retry-after")).toBe("2");
  expect(await first?.json()).toMatchObject({ code: 8 });
  // Small answers never wait.
  expect((await fetch(`${server.url}/small`)).status).toBe(200);

  unread.destroy();
  const answers = await Promise.all([one, other]);
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200, 429]));
  const answered = answers.find((answer) => answer?.status === 200);
  expect((await answered?.arrayBuffer())?.byteLength).toBe(16 * mib);
  // Once it is read to its end, there is room for the next.
  const next = await fetch(`${server.url}/large`);
  expect((await next.arrayBuffer()).byteLength).toBe(16 * mib);
});
