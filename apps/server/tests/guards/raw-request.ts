import { connect, type Socket } from "node:net";

/** Head of a response. */
export interface RawAnswer {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface RawRequest {
  readonly method: string;
  /** Request target, sent unchanged. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request without normalizing its target, as HTTP clients would, and reads the response's head. */
export async function askRaw(server: string, request: RawRequest): Promise<RawAnswer> {
  const { method, target, headers = {}, body = "" } = request;
  const { hostname, port, host } = new URL(server);
  const socket = connect(Number(port), hostname);
  try {
    const lines = Object.entries({
      host,
      connection: "close",
      ...(body !== "" && {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      }),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
    return parseHead(await readHead(socket));
  } finally {
    socket.destroy();
  }
}

/** Reads a socket up to the end of a response's head, or until it closes. */
export async function readHead(socket: Socket): Promise<string> {
  let text = "";
  for await (const bytes of socket) {
    text += (bytes as Buffer).toString("latin1");
    if (text.includes("\r\n\r\n")) break;
  }
  return text;
}

function parseHead(text: string): RawAnswer {
  const [first = "", ...rest] = (text.split("\r\n\r\n", 1)[0] ?? "").split("\r\n");
  const headers = rest.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: new Map(headers) };
}
