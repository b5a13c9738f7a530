import { MessageChannel } from "node:worker_threads";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { PageFiles } from "./files-request.ts";
import { nodePort } from "./message-ports.ts";
import { filesOverPort, serveFilesPort } from "./port-files.ts";

function start(files: PageFiles) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const faults: unknown[] = [];
  serveFilesPort(nodePort(port2), files, (error) => faults.push(error));
  return { ask: filesOverPort(nodePort(port1)), faults, close: () => port1.close() };
}

/** An endless source that records how much was read and if it was closed. */
function endless() {
  const seen = { pieces: 0, isEnded: false };
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        seen.pieces += 1;
        yield new Uint8Array(1000);
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, source: source() };
}

const plain = { method: "GET", url: "/file/x", headers: {}, body: null } as const;
const ok = { status: 200, headers: {} } as const;

describe("files over a port", () => {
  test("transfers all bytes of both bodies in order, also for concurrent requests", async () => {
    const { ask } = start(async ({ body }) => {
      const pieces = await Array.fromAsync(body ?? []);
      const again = async function* () {
        yield* pieces;
      };
      return { ...ok, body: again() };
    });
    const echo = async (seed: number): Promise<number[]> => {
      const body = async function* () {
        for (let piece = 0; piece < 20; piece += 1) yield Uint8Array.of(seed, piece);
      };
      const reply = await ask({ ...plain, method: "POST", body: body() });
      const pieces = reply.body === null ? [] : await Array.fromAsync(reply.body);
      return pieces.flatMap((piece) => [...piece]);
    };
    const expected = (seed: number) => Array.from({ length: 20 }, (_, n) => [seed, n]).flat();
    expect(await Promise.all([echo(1), echo(2)])).toEqual([expected(1), expected(2)]);
  });

  test("reads a body no faster than it is consumed", async () => {
    const { seen, source } = endless();
    const { ask } = start(async () => ({ ...ok, body: source }));
    const { body } = await ask(plain);
    const pieces = body?.[Symbol.asyncIterator]();
    for (let count = 0; count < 3; count += 1) await pieces?.next();
    expect(seen.pieces).toBe(3);
    await pieces?.return?.();
    await vi.waitFor(() => expect(seen.isEnded).toBe(true));
  });

  test("stops reading a rejected upload", async () => {
    const { seen, source } = endless();
    const { ask } = start(async ({ body }) => {
      for await (const _piece of body ?? []) break;
      return { status: 413, headers: {}, body: null };
    });
    expect((await ask({ ...plain, method: "POST", body: source })).status).toBe(413);
    await vi.waitFor(() => expect(seen.isEnded).toBe(true));
    expect(seen.pieces).toBe(1);
  });

  test("a failing source at one end is an error at the other", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1);
      throw new Error("a disk that fails");
    }
    const { ask } = start(async () => ({ ...ok, body: broken() }));
    const { body } = await ask(plain);
    await expect(Array.fromAsync(body ?? [])).rejects.toThrow("was interrupted");
  });

  test("reports an error and answers 500; answers 503 after the close", async () => {
    const { ask, faults, close } = start(() => Promise.reject(new Error("a fault")));
    expect((await ask(plain)).status).toBe(500);
    expect(faults).toHaveLength(1);
    close();
    await vi.waitFor(async () => expect((await ask(plain)).status).toBe(503));
  });

  test("a close in the middle breaks the body that is being read", async () => {
    const { source } = endless();
    const { ask, close } = start(async () => ({ ...ok, body: source }));
    const pieces = (await ask(plain)).body?.[Symbol.asyncIterator]();
    await pieces?.next();
    close();
    await expect(
      (async () => {
        for (;;) await pieces?.next();
      })(),
    ).rejects.toThrow("was interrupted");
  });
});
