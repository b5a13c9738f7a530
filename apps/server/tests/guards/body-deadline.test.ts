import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import type { HttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

/** Deadlines that JSON bodies miss quickly, and bodies with a file never miss during a test. */
const bodyDeadlines = { anyMs: 300, fileMsPerPart: 600_000 };
const part = 32 * 1024;

const shared = shareServer(() => startWithUsers({ bodyDeadlines }));

interface Held {
  readonly socket: Socket;
  /** Everything received until the server closed the connection. */
  readonly answer: Promise<string>;
}

/** Sends the head of a request and the beginning of its body. */
function begin(
  server: HttpServer,
  request: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Held {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${request} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  return { socket, answer: toEnd(socket) };
}

async function toEnd(socket: Socket): Promise<string> {
  let text = "";
  try {
    for await (const bytes of socket) text += (bytes as Buffer).toString();
  } catch (error) {
    // Writing to a closed connection resets it.
    if (!(error instanceof Error && "code" in error && error.code === "ECONNRESET")) throw error;
  }
  return text;
}

const bearerOf = (api: TwoUsers): Record<string, string> => ({
  authorization: `Bearer ${api.bearer}`,
});

/** Resolves when a JSON body that starts now has missed its deadline. */
async function anotherIsLate(api: TwoUsers): Promise<void> {
  const { answer } = begin(
    api.server,
    "POST /api/v1/memos",
    { ...bearerOf(api), "content-length": "10" },
    "{",
  );
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
}

describe("a body that doesn't arrive", () => {
  test.each([
    ["POST /api/v1/memos", { code: 4, details: [{ reason: "REQUEST_TIMEOUT" }] }],
    ["POST /api/v1/webhooks", { error: { code: "REQUEST_TIMEOUT" } }],
    ["POST /sync/push", { error: { data: { httpStatus: 408, app: { code: "REQUEST_TIMEOUT" } } } }],
  ])("of %s is 408, and the connection is closed", async (request, body) => {
    const api = shared();
    const headers = {
      ...bearerOf(api),
      "content-type": "application/json",
      "content-length": "10",
    };
    const text = await begin(api.server, request, headers, "{").answer;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toMatch(/^connection: close\r$/im);
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).toMatchObject(body);
  });

  test("is late as well if it is chunked", async () => {
    const api = shared();
    const headers = { ...bearerOf(api), "transfer-encoding": "chunked" };
    const held = begin(api.server, "POST /api/v1/memos", headers, "1\r\n{\r\n");
    expect(await held.answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("is cut off if the request was rejected before it", async () => {
    const api = shared();
    for (const [path, status] of [
      ["/api/v1/attachments", 401],
      ["/nope", 404],
      ["/api/v1/%zz", 400],
    ] as const) {
      const held = begin(api.server, `POST ${path}`, { "content-length": "1000000000000" }, "{");
      expect(await held.answer).toContain(`HTTP/1.1 ${status} `);
    }
  });

  test("doesn't delay other requests, and the server keeps running", async () => {
    await using api = await startWithUsers({ bodyDeadlines: { anyMs: 50, fileMsPerPart: 0 } });
    const form = { ...bearerOf(api), "content-type": "multipart/form-data; boundary=b" };
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nbytes';
    for (const path of ["/file/attachments", "/api/v1/resources", "/api/v1/attachments"]) {
      const headers = { ...form, "content-length": "100000" };
      const { answer } = begin(api.server, `POST ${path}`, headers, head);
      expect(await answer, path).toMatch(/^HTTP\/1\.1 408 /);
    }
    const location = await beginUpload(api, "x".repeat(1000));
    const headers = {
      ...bearerOf(api),
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      "content-length": "1000",
    };
    const { answer } = begin(api.server, `PATCH ${location}`, headers, "xxx");
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    expect((await api.alice("POST", "/memos", { content: "still here" })).status).toBe(200);
    expect((await api.alice("GET", "/attachments")).body["attachments"]).toEqual([]);
  });
});

describe("a body with a file", () => {
  test("gets time for its declared length", async () => {
    const api = shared();
    const content = Buffer.from("a".repeat(part)).toString("base64");
    const body = JSON.stringify({ filename: "a.txt", content });
    const headers = {
      ...bearerOf(api),
      "content-length": String(body.length),
      connection: "close",
    };
    const held = begin(api.server, "POST /api/v1/attachments", headers, body.slice(0, 10));
    await anotherIsLate(api);
    held.socket.write(body.slice(10));
    expect(await held.answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("gets time for the received bytes if it declares no length", async () => {
    const api = shared();
    const content = Buffer.from("a".repeat(4 * part)).toString("base64");
    const body = JSON.stringify({ filename: "a.txt", content });
    const most = body.slice(0, -10);
    const headers = { ...bearerOf(api), "transfer-encoding": "chunked", connection: "close" };
    const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
    const held = begin(api.server, "POST /api/v1/attachments", headers, chunk(most));
    await anotherIsLate(api);
    held.socket.write(chunk(body.slice(-10)) + chunk(""));
    expect(await held.answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("is late if little arrived and it declares no length", async () => {
    await using api = await startWithUsers({ bodyDeadlines: { anyMs: 300, fileMsPerPart: 1 } });
    const headers = { ...bearerOf(api), "transfer-encoding": "chunked" };
    const held = begin(api.server, "POST /api/v1/attachments", headers, "1\r\n{\r\n");
    expect(await held.answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

async function beginUpload(api: TwoUsers, bytes: string): Promise<string> {
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const begun = await fetch(`${api.server.url}/sync/blobs`, {
    method: "POST",
    headers: {
      ...bearerOf(api),
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "upload-metadata": `filename ${encode("a.txt")},type ${encode("text/plain")},sha256 ${encode(sha256)}`,
    },
  });
  expect(begun.status).toBe(201);
  return begun.headers.get("location") ?? "";
}
