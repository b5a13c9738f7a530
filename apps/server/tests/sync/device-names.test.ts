import type { SyncRouter } from "@tidemark/core/router";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { type HttpServer, password, startHttpServer } from "../http-server.ts";
import { openStream } from "../open-stream.ts";

function calls({ url }: HttpServer, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createTRPCClient<SyncRouter>({ links: [httpLink({ url: `${url}/sync`, headers })] });
}

async function signIn(server: HttpServer, device: string) {
  const { token } = await calls(server).signIn.mutate({ username: "alice", password, device });
  return { token, calls: calls(server, token) };
}

async function serverOfAlice(): Promise<HttpServer> {
  const server = await startHttpServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.alice();
  return server;
}

async function statusOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof TRPCClientError ? error.data.httpStatus : error;
}

describe("the name of a device", () => {
  test("can be changed by the device itself, for others and for its later changes", async () => {
    const server = await serverOfAlice();
    const desk = await signIn(server, "desk-7");
    const laptop = await signIn(server, "Laptop");
    await desk.calls.renameDevice.mutate({ name: "  Desk by the window " });
    const names = (await laptop.calls.devices.query()).map(({ name }) => name).toSorted();
    expect(names).toEqual(["Desk by the window", "Laptop"]);

    const input = encodeURIComponent(JSON.stringify({ memo: "m1", session: 1 }));
    const seen = await openStream(server, `/sync/carets?input=${input}`, laptop.token);
    const other = encodeURIComponent(JSON.stringify({ memo: "m1", session: 2 }));
    await openStream(server, `/sync/carets?input=${other}`, desk.token);
    const editors = [{ session: 2, device: "Desk by the window", caret: null }];
    expect(await seen.next(`data: ${JSON.stringify(editors)}`)).toBe(true);
  });

  test("must not be empty, and requires a signed-in device", async () => {
    const server = await serverOfAlice();
    const desk = await signIn(server, "desk-7");
    for (const name of ["", "   ", "A".repeat(101)]) {
      expect(await statusOf(desk.calls.renameDevice.mutate({ name }))).toBe(400);
    }
    expect(await statusOf(calls(server).renameDevice.mutate({ name: "Desk" }))).toBe(401);
    await desk.calls.signOut.mutate();
    expect(await statusOf(desk.calls.renameDevice.mutate({ name: "Desk" }))).toBe(401);
  });
});
