import { createTRPCClient, httpLink } from "@trpc/client";
import type { SyncRouter } from "@tidemark/core/router";
import { expect, test } from "vitest";
import type { AiProvider } from "../../src/ai/transcribe.ts";
import { password, startHttpServer } from "../http-server.ts";
import { startReceiver } from "../receiver.ts";

const sound = Buffer.from("RIFF....WAVEfmt and  ÿ sound");

/** Starts a server with alice's recording, a provider, and devices. */
async function start({
  rateLimit = 0,
  hasProvider = true,
}: { readonly rateLimit?: number; readonly hasProvider?: boolean } = {}) {
  const provider = await startReceiver();
  provider.answer = (_, response) => response.end('{"text":"high water at six"}');
  const setting: AiProvider = { baseUrl: `${provider.url}/v1`, apiKey: "sk-test", model: "" };
  const server = await startHttpServer(
    { rateLimit },
    { aiProvider: async () => (hasProvider ? setting : null) },
  );
  await server.services.auth.createFirstAdministrator({ username: "alice", password });
  const connect = (token?: string) =>
    createTRPCClient<SyncRouter>({
      links: [
        httpLink({
          url: `${server.url}/sync`,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        }),
      ],
    });
  const signIn = async (username: string) => {
    const session = await connect().signIn.mutate({ username, password, device: "Laptop" });
    return { bearer: session.token, calls: connect(session.token) };
  };
  const alice = await signIn("alice");
  return {
    server,
    provider,
    alice,
    signIn,
    async attach(file: { filename: string; type: string; content: Buffer }): Promise<string> {
      const body = { ...file, content: file.content.toString("base64") };
      const made = await server.ask("POST", "/api/v1/attachments", { bearer: alice.bearer, body });
      expect(made.status).toBe(200);
      return String(made.body["name"]).slice("attachments/".length);
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

const recording = { filename: "a.wav", type: "audio/wav", content: sound };
const failure = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => error);

test("B17 · a recording on the server is transcribed by its provider, as hello reports", async () => {
  await using world = await start();
  expect(await world.alice.calls.hello.query()).toMatchObject({ transcribes: true });
  const attachment = await world.attach(recording);
  expect(await world.alice.calls.transcribe.mutate({ attachment })).toEqual({
    text: "high water at six",
  });
  const [asked] = world.provider.received;
  const form = await new Response(asked?.bytes, {
    headers: { "content-type": asked?.headers["content-type"] ?? "" },
  }).formData();
  const file = form.get("file");
  if (!(file instanceof File)) throw new Error("no file was sent");
  expect([file.name, file.type]).toEqual(["a.wav", "audio/wav"]);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(sound);
});

test("B17 · without a provider, hello reports that and transcribing is FAILED_PRECONDITION", async () => {
  await using world = await start({ hasProvider: false });
  expect(await world.alice.calls.hello.query()).toMatchObject({ transcribes: false });
  const attachment = await world.attach(recording);
  expect(await failure(world.alice.calls.transcribe.mutate({ attachment }))).toMatchObject({
    data: { code: "PRECONDITION_FAILED", app: { code: "FAILED_PRECONDITION" } },
  });
});

test("B17a · what is not there, is another's, or is no audio, reaches no provider", async () => {
  await using world = await start();
  const { server, alice } = world;
  const attachment = await world.attach(recording);
  const text = await world.attach({ ...recording, filename: "a.txt", type: "text/plain" });
  await server.ask("POST", "/api/v1/users", {
    bearer: alice.bearer,
    body: { username: "bob", password },
  });
  const bob = await world.signIn("bob");
  const notFound = { data: { code: "NOT_FOUND", app: { code: "NOT_FOUND" } } };
  const refused = await Promise.all(
    [
      alice.calls.transcribe.mutate({ attachment: "nowhere" }),
      bob.calls.transcribe.mutate({ attachment }),
    ].map(failure),
  );
  expect(refused).toMatchObject([notFound, notFound]);
  expect(await failure(alice.calls.transcribe.mutate({ attachment: text }))).toMatchObject({
    data: { app: { code: "INVALID_ARGUMENT" } },
  });
  expect(world.provider.received).toEqual([]);
});

test("B17a · it is taken off the limit of the API, and says when that is reached", async () => {
  await using world = await start({ rateLimit: 2 });
  // Attaching the recording is the first of two allowed requests.
  const attachment = await world.attach(recording);
  await world.alice.calls.transcribe.mutate({ attachment });
  expect(await failure(world.alice.calls.transcribe.mutate({ attachment }))).toMatchObject({
    data: { code: "TOO_MANY_REQUESTS", app: { code: "RESOURCE_EXHAUSTED" } },
  });
  // Other sync calls still work.
  await world.alice.calls.hello.query();
});

test("B17 · a cancelled call aborts the provider's request", async () => {
  await using world = await start();
  const attachment = await world.attach(recording);
  const closed = new Promise<void>((resolve) => {
    world.provider.answer = (_, response) => response.once("close", resolve);
  });
  const cancel = new AbortController();
  const asked = failure(
    world.alice.calls.transcribe.mutate({ attachment }, { signal: cancel.signal }),
  );
  await world.provider.waitFor(1);
  cancel.abort();
  await asked;
  await closed;
});
