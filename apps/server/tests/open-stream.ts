import type { HttpServer } from "./http-server.ts";

/** Stream of server-sent events, with the received text. */
export interface OpenStream {
  readonly response: Response;
  /** Returns all text read so far. */
  seen(): string;
  /** Reads until `wanted` appears after the previous match. Returns false if the stream ends first. */
  next(wanted: string): Promise<boolean>;
  cancel(): Promise<void>;
}

/** Opens `/api/v1/sse`, or the stream of pokes: `/sync/poke`. */
export async function openStream(
  server: HttpServer,
  path: string,
  bearer: string,
): Promise<OpenStream> {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${bearer}`, accept: "text/event-stream" },
  });
  if (response.status !== 200) throw new Error(`no stream: ${response.status}`);
  const reader = (response.body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let seen = "";
  let foundAt = 0;
  return {
    response,
    seen: () => seen,
    async next(wanted) {
      while (!seen.includes(wanted, foundAt)) {
        const chunk = await reader.read().catch(() => ({ done: true, value: undefined }));
        if (chunk.done) return false;
        seen += chunk.value ?? "";
      }
      foundAt = seen.length;
      return true;
    },
    cancel: () => reader.cancel(),
  };
}
