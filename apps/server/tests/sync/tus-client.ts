import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { FileServer } from "../file-client.ts";

export const hashOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");
const encode = (text: string): string => Buffer.from(text).toString("base64");

export interface Sent {
  readonly filename?: string;
  readonly type?: string;
  readonly sha256?: string;
  readonly length?: number | null;
  readonly bearer?: string;
}

/** Returns a tus client of a server, signed in as alice by default. */
export function tus(api: Pick<FileServer, "server" | "alice">) {
  const ask = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
    bearer = api.alice,
  ) =>
    fetch(api.server.url + path, {
      method,
      headers: {
        "tus-resumable": "1.0.0",
        ...(bearer !== "" && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
  return {
    create(bytes: Uint8Array, sent: Sent = {}) {
      const { filename = "a.txt", type = "text/plain", sha256 = hashOf(bytes) } = sent;
      const metadata = Object.entries({ filename, type, sha256, user: "users/mallory" });
      const length = sent.length === undefined ? bytes.length : sent.length;
      return ask(
        "POST",
        "/sync/blobs",
        {
          ...(length === null
            ? { "upload-defer-length": "1" }
            : { "upload-length": String(length) }),
          "upload-metadata": metadata.map(([key, value]) => `${key} ${encode(value)}`).join(","),
        },
        undefined,
        sent.bearer,
      );
    },
    send: (path: string, offset: number, bytes: Uint8Array<ArrayBuffer>, bearer?: string) =>
      ask(
        "PATCH",
        path,
        { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
        bytes,
        bearer,
      ),
    head: (path: string, bearer?: string) => ask("HEAD", path, {}, undefined, bearer),
    end: (path: string, bearer?: string) => ask("DELETE", path, {}, undefined, bearer),
    /** Returns the number of alice's unfinished uploads. */
    arriving: () => api.server.services.files.uploads.unfinishedOf("users/alice"),
  };
}

export function locationOf(response: Response): string {
  expect(response.status).toBe(201);
  return response.headers.get("location") ?? "";
}

export function text(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  Buffer.from(bytes.buffer).fill("abcdefghijklmnopqrstuvw");
  return bytes;
}
