import { type AppError, errorCodes, invalidField, notFound } from "@tidemark/core";
import { z } from "zod";
import { type HostFiles, notWhole } from "./host-attachments.ts";
import type { FilesReply, PageFiles } from "../rpc/files-request.ts";

const pixels = z.coerce.number().int().min(1).max(1_000_000).optional();
const uploadQuery = z.object({
  // Longer than the limit for names: names are shortened later.
  filename: z.string().max(8000),
  type: z.string().max(255).default(""),
  size: z.coerce.number().int().min(0),
  width: pixels,
  height: pixels,
  seconds: z.coerce.number().positive().max(1e9).optional(),
});

/**
 * Handles the page's requests for files, in a window and in a browser. `POST /files` with the file as the
 * body and its metadata in the query returns the attachment. `GET /file/attachments/<id>/<filename>`, also
 * without the name, returns its bytes, with ranges, or with `?thumbnail=true` its thumbnail. An error's body
 * is the `AppError` as `{error}`.
 */
export function createPageFiles(files: HostFiles): PageFiles {
  return async ({ method, url, headers, body }) => {
    const { pathname, searchParams } = new URL(url, "http://page");
    if (pathname === "/files") {
      if (method !== "POST") return failure({ ...notFound(), code: "METHOD_NOT_ALLOWED" });
      return upload(files, searchParams, body ?? nothing());
    }
    const id = /^\/file\/attachments\/([^/]+)(?:\/[^/]+)?$/.exec(pathname)?.[1];
    if (id === undefined || (method !== "GET" && method !== "HEAD")) return failure(notFound());
    const answer = await files.answer(id, {
      isSmall: searchParams.get("thumbnail") === "true",
      method,
      range: headers["range"],
      ifRange: headers["if-range"],
      ifNoneMatch: headers["if-none-match"],
    });
    return answer.ok ? answer.value : failure(answer.error);
  };
}

async function upload(
  files: HostFiles,
  query: URLSearchParams,
  body: AsyncIterable<Uint8Array>,
): Promise<FilesReply> {
  const parsed = uploadQuery.safeParse(Object.fromEntries(query));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return failure(invalidField(issue?.path.join(".") ?? "query", issue?.message ?? "is wrong"));
  }
  const { filename, type, size, width, height, seconds } = parsed.data;
  const metadata = {
    ...(width !== undefined && height !== undefined && { width, height }),
    ...(seconds !== undefined && { video: { durationSeconds: seconds } }),
  };
  // Type that browsers send for unknown ones.
  const known = type === "application/octet-stream" ? "" : type;
  const file = { filename, type: known, sizeBytes: size, metadata };
  try {
    const made = await files.upload(file, asSent(body));
    return made.ok ? json(200, made.value) : failure(made.error);
  } catch (error) {
    if (error instanceof BrokenOff) return failure(notWhole());
    throw error;
  }
}

/** Distinguishes a disconnected sender from an internal error. */
class BrokenOff extends Error {}

async function* asSent(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (cause) {
    throw new BrokenOff("the upload was interrupted", { cause });
  }
}

function failure(error: AppError): FilesReply {
  return json(errorCodes[error.code].status, { error });
}

function json(status: number, value: unknown): FilesReply {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  };
  return { status, headers, body: once(new TextEncoder().encode(JSON.stringify(value))) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
