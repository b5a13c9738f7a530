import { createTRPCClient, httpLink } from "@trpc/client";
import { caretLifeMs, type Caret } from "@tidemark/core/carets";
import type { SyncRouter } from "@tidemark/core/router";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type HttpServer, password, startHttpServer } from "../http-server.ts";
import { openStream } from "../open-stream.ts";

const caret: Caret = { gen: 1, anchor: "AQID", head: "BAUG", isTyping: true };

function calls({ url }: HttpServer, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createTRPCClient<SyncRouter>({ links: [httpLink({ url: `${url}/sync`, headers })] });
}

/** Signs in a device, which can open memos in editors. */
async function signIn(server: HttpServer, device: string, username = "alice") {
  const { token } = await calls(server).signIn.mutate({ username, password, device });
  return {
    token,
    calls: calls(server, token),
    async open(session: number, memo = "m1") {
      const input = encodeURIComponent(JSON.stringify({ memo, session }));
      const stream = await openStream(server, `/sync/carets?input=${input}`, token);
      return {
        ...stream,
        move: (at: Caret | null) =>
          calls(server, token).moveCaret.mutate({ memo, session, caret: at }),
        /** Reads until the list of other editors equals `editors`. */
        others: (...editors: readonly object[]) => stream.next(`data: ${JSON.stringify(editors)}`),
      };
    },
  };
}

async function serverOfAlice(): Promise<HttpServer> {
  const server = await startHttpServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.alice();
  return server;
}

describe("the carets of an account's devices", () => {
  test("V1, V3 · are shown to devices with the same memo open, under the device's name", async () => {
    const server = await serverOfAlice();
    const laptop = await (await signIn(server, "Laptop")).open(1);
    expect(await laptop.others()).toBe(true);
    const desk = await (await signIn(server, "Desk")).open(2);
    expect(await desk.others({ session: 1, device: "Laptop", caret: null })).toBe(true);
    expect(await laptop.others({ session: 2, device: "Desk", caret: null })).toBe(true);
    expect(await desk.move(caret)).toBe(true);
    expect(await laptop.others({ session: 2, device: "Desk", caret })).toBe(true);
    // An editor that joins later sees the caret too.
    const phone = await (await signIn(server, "Phone")).open(3);
    expect(
      await phone.others(
        { session: 1, device: "Laptop", caret: null },
        { session: 2, device: "Desk", caret },
      ),
    ).toBe(true);
  });

  test("V1 · aren't shown to other accounts or in other memos", async () => {
    const server = await serverOfAlice();
    const bearer = (await signIn(server, "Desk")).token;
    await server.ask("POST", "/api/v1/users", { bearer, body: { username: "bob", password } });
    const bob = await (await signIn(server, "Bob's", "bob")).open(7);
    expect(await bob.others()).toBe(true);
    const other = await (await signIn(server, "Tablet")).open(4, "m2");
    expect(await other.others()).toBe(true);
    const laptop = await (await signIn(server, "Laptop")).open(1);
    expect(await laptop.others()).toBe(true);
    await laptop.move(caret);
    const desk = await (await signIn(server, "Desk")).open(2);
    expect(await desk.others({ session: 1, device: "Laptop", caret })).toBe(true);
    // Bob's second device joins last, and is the first editor that bob sees.
    const bobs = await (await signIn(server, "Second", "bob")).open(8);
    expect(await bobs.others({ session: 7, device: "Bob's", caret: null })).toBe(true);
    expect(await bob.others({ session: 8, device: "Second", caret: null })).toBe(true);
    const second = await (await signIn(server, "Desk")).open(5, "m2");
    expect(await second.others({ session: 4, device: "Tablet", caret: null })).toBe(true);
    expect(await other.others({ session: 5, device: "Desk", caret: null })).toBe(true);
    for (const stream of [bob, bobs, other, second]) {
      expect(stream.seen()).not.toContain(caret.anchor);
      expect(stream.seen()).not.toContain("Laptop");
    }
  });

  test("V2b · are gone as soon as the editor is left, or nobody is there", async () => {
    const server = await serverOfAlice();
    const laptop = await (await signIn(server, "Laptop")).open(1);
    const desk = await (await signIn(server, "Desk")).open(2);
    await desk.move(caret);
    expect(await laptop.others({ session: 2, device: "Desk", caret })).toBe(true);
    await desk.move(null);
    expect(await laptop.others({ session: 2, device: "Desk", caret: null })).toBe(true);
    await desk.cancel();
    expect(await laptop.others()).toBe(true);
    expect(await desk.move(caret)).toBe(false);
  });

  test("V2b · are gone when nobody renews them", async () => {
    const server = await serverOfAlice();
    const laptop = await (await signIn(server, "Laptop")).open(1);
    const desk = await (await signIn(server, "Desk")).open(2);
    expect(await laptop.others({ session: 2, device: "Desk", caret: null })).toBe(true);
    const timeouts = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timeouts.mockRestore());
    await desk.move(caret);
    const expiry = timeouts.mock.calls.find(([, ms]) => ms === caretLifeMs);
    expect(await laptop.others({ session: 2, device: "Desk", caret })).toBe(true);
    expiry?.[0]();
    expect(await laptop.others({ session: 2, device: "Desk", caret: null })).toBe(true);
  });

  test("V2b · end with the session of their device, which shows nothing from then on", async () => {
    const server = await serverOfAlice();
    const laptop = await (await signIn(server, "Laptop")).open(1);
    const desk = await signIn(server, "Desk");
    const editor = await desk.open(2);
    await editor.move(caret);
    expect(await laptop.others({ session: 2, device: "Desk", caret })).toBe(true);
    await desk.calls.signOut.mutate();
    expect(await laptop.others()).toBe(true);
    expect(await editor.next("never said")).toBe(false);
    await expect(editor.move(caret)).rejects.toMatchObject({ data: { httpStatus: 401 } });
  });

  test("V2, V2c · are some bytes, a few times a second, in twenty streams at most", async () => {
    const server = await serverOfAlice();
    const laptop = await signIn(server, "Laptop");
    const editor = await laptop.open(0);
    const long = editor.move({ ...caret, anchor: "AQID".repeat(17) });
    await expect(long).rejects.toMatchObject({ data: { httpStatus: 400 } });
    const burst = Array.from({ length: 40 }, () =>
      editor.move(caret).catch((error: unknown) => error),
    );
    expect(await Promise.all(burst)).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ httpStatus: 429 }) }),
    );
    const streams = [];
    for (let session = 1; session < 20; session += 1) streams.push(await laptop.open(session));
    const refused = await laptop.open(20);
    expect(await refused.next("RESOURCE_EXHAUSTED")).toBe(true);
    for (const stream of streams) await stream.cancel();
  });

  test("V2a · are not asked for without a credential, and are in no log", async () => {
    const server = await serverOfAlice();
    const input = encodeURIComponent(JSON.stringify({ memo: "m1", session: 1 }));
    const { status } = await server.ask("GET", `/sync/carets?input=${input}`);
    expect(status).toBe(401);
    const laptop = await (await signIn(server, "Laptop")).open(1);
    await laptop.move(caret);
    expect(server.log.join("\n")).not.toContain(caret.anchor);
  });
});
