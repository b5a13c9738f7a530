import { describe, expect, test } from "vitest";
import type { AiProvider } from "../../src/ai/transcribe.ts";
import { startHttpServer } from "../http-server.ts";
import { startReceiver } from "../receiver.ts";

const path = "/api/v1/ai:transcribe";
const recording = Buffer.from("RIFF....WAVEfmt and \u0000\u00ff sound");
const audio = {
  content: recording.toString("base64"),
  filename: "a.wav",
  contentType: "audio/wav",
};

async function start(changes: Partial<AiProvider> | null = {}) {
  const provider = await startReceiver();
  provider.answer = (_, response) => {
    response.setHeader("content-type", "application/json").end('{"text":"hello tide"}');
  };
  const setting: AiProvider | null =
    changes === null
      ? null
      : { baseUrl: `${provider.url}/v1`, apiKey: "sk-test", model: "", ...changes };
  const server = await startHttpServer({}, { aiProvider: async () => setting });
  const bearer = await server.alice();
  return {
    server,
    provider,
    ask: (body: unknown) => server.ask("POST", path, { bearer, body }),
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe("transcription", () => {
  test("hands the recording to the provider as its protocol has it, and answers the text", async () => {
    await using api = await start();
    expect(await api.ask({ audio })).toMatchObject({ status: 200, body: { text: "hello tide" } });
    const [asked] = api.provider.received;
    expect(asked?.path).toBe("/v1/audio/transcriptions");
    expect(asked?.headers).toMatchObject({ authorization: "Bearer sk-test" });
    const form = await new Response(asked?.bytes, {
      headers: { "content-type": asked?.headers["content-type"] ?? "" },
    }).formData();
    expect(form.get("model")).toBe("whisper-1");
    const file = form.get("file");
    if (!(file instanceof File)) throw new Error("no file was sent");
    expect([file.name, file.type]).toEqual(["a.wav", "audio/wav"]);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(recording);
  });

  test("uses the configured model, and no key if none is set", async () => {
    await using api = await start({ model: "large-v3", apiKey: "" });
    expect((await api.ask({ audio: { content: audio.content } })).status).toBe(200);
    const [asked] = api.provider.received;
    expect(asked?.text).toContain("large-v3");
    expect(asked?.headers).not.toHaveProperty("authorization");
  });

  test("uses the provider that the administrator sets", async () => {
    await using provider = await startReceiver();
    provider.answer = (_, response) => response.end('{"text":"set"}');
    await using server = await startHttpServer();
    const bearer = await server.alice();
    const setting = "/api/v1/instance/settings/AI";
    const chosen = { baseUrl: `${provider.url}/v1`, apiKey: "sk-set", model: "m" };
    const set = await server.ask("PATCH", setting, {
      bearer,
      body: { aiSetting: { provider: chosen } },
    });
    expect(set.status).toBe(200);
    const reply = await server.ask("POST", path, { bearer, body: { audio } });
    expect(reply).toMatchObject({ status: 200, body: { text: "set" } });
    expect(provider.received[0]?.headers).toMatchObject({ authorization: "Bearer sk-set" });
  });

  test("is 400 with code 9 while no provider is set", async () => {
    await using api = await start(null);
    expect(await api.ask({ audio })).toMatchObject({ status: 400, body: { code: 9 } });
  });

  test.each([
    ["an address instead of content", { audio: { uri: "https://example.com/a.wav" } }, "audio.uri"],
    ["an address besides content", { audio: { ...audio, uri: "file:///a" } }, "audio.uri"],
    ["no content", { audio: { filename: "a.wav" } }, "audio.content"],
    ["content that is no base64", { audio: { content: "***" } }, "audio.content"],
    ["no audio", {}, "audio"],
  ])("is rejected with %s, without calling the provider", async (_, body, field) => {
    await using api = await start();
    expect(await api.ask(body)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field }] }] },
    });
    expect(api.provider.received).toEqual([]);
  });

  test("accepts exactly 25 MiB", async () => {
    await using api = await start();
    const most = Buffer.alloc(25 * 1024 * 1024, 1);
    expect((await api.ask({ audio: { content: most.toString("base64") } })).status).toBe(200);
    const more = Buffer.concat([most, Buffer.alloc(1)]);
    const refused = await api.ask({ audio: { content: more.toString("base64") } });
    expect(refused).toMatchObject({ status: 413, body: { code: 3 } });
    expect(api.provider.received).toHaveLength(1);
  });

  test("limits the length of the provider's response", async () => {
    await using api = await start();
    api.provider.answer = (_, response) => {
      response.write('{"text":"');
      const more = (): void => {
        while (!response.destroyed && response.write("high water ".repeat(10_000)));
      };
      response.on("drain", more);
      more();
    };
    expect(await api.ask({ audio })).toMatchObject({ status: 503, body: { code: 14 } });
  });

  test.each([
    [500, '{"error":"x"}'],
    [401, '{"error":"bad key"}'],
    [429, "{}"],
    [200, "not json"],
    [200, '{"result":"x"}'],
  ])(
    "is 503 with code 14 if the provider responds with %i %s, and doesn't reveal the key",
    async (status, body) => {
      await using api = await start();
      api.provider.answer = (_, response) => response.writeHead(status).end(body);
      const reply = await api.ask({ audio });
      expect(reply).toMatchObject({ status: 503, body: { code: 14 } });
      expect(JSON.stringify(reply.body)).not.toContain("sk-test");
    },
  );

  test("is 503 with code 14 if the provider is unreachable", async () => {
    await using api = await start();
    await api.provider[Symbol.asyncDispose]();
    expect(await api.ask({ audio })).toMatchObject({ status: 503, body: { code: 14 } });
  });

  test("reports invalid audio if the provider does", async () => {
    await using api = await start();
    api.provider.answer = (_, response) => response.writeHead(400).end("{}");
    expect(await api.ask({ audio })).toMatchObject({ status: 400, body: { code: 3 } });
  });
});
