import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

/** A request and its response, as sent over the line. */
export const exchangeSchema = z.object({
  /** Time of the request, epoch ms. */
  atMs: z.number(),
  method: z.string(),
  /** Path with query. */
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Request body as base64, not compressed. */
  body: z.string(),
  answer: z.object({
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    /** Response body as base64, not compressed. */
    body: z.string(),
  }),
});

export type Exchange = z.infer<typeof exchangeSchema>;

/** Treatment of a request by the line. */
export type Treatment =
  | { readonly type: "carry" }
  /** Breaks the connection before the request arrives. */
  | { readonly type: "refuse" }
  /** Forwards the request and breaks the connection before the response. */
  | { readonly type: "lose-answer" }
  /** Answers in place of the server. */
  | { readonly type: "answer"; readonly body: unknown }
  /** Forwards the first `bytes` of the request, then breaks the connection. */
  | { readonly type: "cut-request"; readonly bytes: number }
  /** Sends the first `bytes` of the response, then stalls. */
  | { readonly type: "stall-answer"; readonly bytes: number }
  /** Changes the JSON of the request or response. */
  | {
      readonly type: "change";
      readonly request?: (body: unknown) => unknown;
      readonly answer?: (body: unknown) => unknown;
    };

export interface LineRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

/** Proxy between a device and its server. Its address stays the same when the server's changes. */
export interface Line extends AsyncDisposable {
  readonly url: string;
  /** Address of the server. */
  target: string;
  treat: (request: LineRequest) => Treatment;
  /** Receives every completely forwarded exchange; null to record none. */
  record: Exchange[] | null;
}

/** Names of request headers that the server reads. */
export const meaningful =
  /^(?:authorization|content-type|range|tus-resumable|upload-(?:offset|length|metadata))$/;
/** Names of response headers that the device reads. */
const meaningfulInAnswer =
  /^(?:content-type|content-range|etag|location|tus-resumable|upload-(?:offset|length|expires))$/;

export async function startLine(): Promise<Line> {
  const server = createServer((from, to) => {
    carry(from, to).catch(() => from.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });

  async function carry(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const atMs = Date.now();
    const method = from.method ?? "GET";
    const path = from.url ?? "/";
    const came = await buffer(from);
    let body = from.headers["content-encoding"] === "gzip" ? gunzipSync(came) : came;
    const treatment = line.treat({ method, path, body });
    if (treatment.type === "refuse") {
      from.socket.destroy();
      return;
    }
    if (treatment.type === "answer") {
      to.writeHead(200, { "content-type": "application/json" });
      to.end(JSON.stringify(treatment.body));
      return;
    }
    if (treatment.type === "change" && treatment.request !== undefined) {
      body = Buffer.from(JSON.stringify(treatment.request(JSON.parse(body.toString()))));
    }
    const headers = only(from.headers, meaningful);
    if (treatment.type === "cut-request") {
      await sendPart(line.target, { method, path, headers, body }, treatment.bytes);
      from.socket.destroy();
      return;
    }
    const answer = await ask(line.target, { method, path, headers, body });
    if (treatment.type === "lose-answer") {
      from.socket.destroy();
      return;
    }
    if (treatment.type === "stall-answer") {
      to.writeHead(answer.status, { "content-length": answer.body.length });
      to.write(answer.body.subarray(0, treatment.bytes));
      return;
    }
    let sent = answer.body;
    if (treatment.type === "change" && treatment.answer !== undefined) {
      sent = Buffer.from(JSON.stringify(treatment.answer(JSON.parse(sent.toString()))));
    }
    line.record?.push({
      atMs,
      method,
      path,
      headers,
      body: body.toString("base64"),
      answer: { status: answer.status, headers: answer.headers, body: sent.toString("base64") },
    });
    to.writeHead(answer.status, { ...answer.headers, "content-length": sent.length });
    to.end(method === "HEAD" ? undefined : sent);
  }

  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: "",
    treat: () => ({ type: "carry" }),
    record: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return line;
}

interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends a request to a server and reads the complete response. */
export function ask(url: string, { method, path, headers, body }: Outgoing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // A GET without a body has no length: the server rejects one with a length.
    const length = body.length > 0 || method !== "GET" ? { "content-length": body.length } : {};
    const outgoing = request(new URL(path, url), {
      method,
      headers: { ...headers, ...length },
      agent: false,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (answer) => {
      buffer(answer).then(
        (bytes) =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: only(answer.headers, meaningfulInAnswer),
            body: bytes,
          }),
        reject,
      );
    });
    outgoing.end(body);
  });
}

/** Sends the start of a request, lets it arrive, and breaks the connection. */
function sendPart(url: string, { method, path, headers, body }: Outgoing, bytes: number) {
  return new Promise<void>((resolve) => {
    const outgoing = request(new URL(path, url), {
      method,
      headers: { ...headers, "content-length": body.length },
      agent: false,
    });
    outgoing.on("error", () => resolve());
    outgoing.on("close", () => resolve());
    // A server discards unwritten bytes when its connection ends.
    outgoing.write(body.subarray(0, bytes), () => setTimeout(() => outgoing.destroy(), 300));
  });
}

function only(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: RegExp,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && names.test(name) ? [[name, value]] : [],
    ),
  );
}
