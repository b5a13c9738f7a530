import { setTimeout as wait } from "node:timers/promises";
import { type AppError, appError, errorCodes, notFound } from "@tidemark/core";
import type { ExportJob } from "@tidemark/core/router";
import type { ProfileTransfer, TransferParts } from "@tidemark/replica";
import type { FilesReply, FilesRequest } from "@tidemark/replica/rpc";
import type { ArchiveLimits } from "@tidemark/transfer";
import { downloadMemo } from "./download-memo.ts";
import { openStaging, type Staging } from "./staging.ts";
import { streamExport } from "./stream-export.ts";
import { createTransferJobs } from "./transfer-job.ts";

export interface OpenTransferOptions extends TransferParts {
  /** Folder for uploads from pages; it is emptied on start. */
  readonly stagingDir: string;
  readonly takesPaths: boolean;
  readonly limits?: Pick<ArchiveLimits, "entries" | "totalBytes">;
}

/** Pause between batches, in which the page can be drawn and typed text saved. */
const pauseMs = 4;

/** Imports memos into a profile and exports its memos. */
export async function openTransfer(options: OpenTransferOptions): Promise<ProfileTransfer> {
  const { services, onChange, log, takesPaths, limits } = options;
  const staging = await openStaging({ dir: options.stagingDir, ...(limits && { limits }) });
  const closing = new AbortController();
  let exported: ExportJob | null = null;
  let exporting = Promise.resolve();
  const jobs = createTransferJobs({
    target: services,
    staging,
    takesPaths,
    pause: () => wait(pauseMs),
    newId: services.memoDeps.newId,
    onChange,
    log,
  });

  async function exportNow(
    method: string,
    format: "markdown" | "json" = "markdown",
  ): Promise<FilesReply> {
    if (method !== "GET") return failure(appError("METHOD_NOT_ALLOWED", "GET downloads it"));
    if (exported?.phase === "running") {
      return failure(appError("FAILED_PRECONDITION", "an export is at work"));
    }
    const { reply, work } = streamExport(services, {
      format,
      day: new Date().toISOString().slice(0, 10),
      signal: closing.signal,
      log,
      onJob(job) {
        exported = job;
        onChange();
      },
    });
    exporting = work;
    return reply;
  }

  async function exportOne(method: string, id: string): Promise<FilesReply> {
    if (method !== "GET") return failure(appError("METHOD_NOT_ALLOWED", "GET downloads it"));
    return (
      (await downloadMemo(services, id, { signal: closing.signal, log })) ?? failure(notFound())
    );
  }

  return {
    app: {
      state: async () => ({ job: jobs.view(), export: exported }),
      begin: (input) => jobs.begin(input),
      rows: async (outcome) => jobs.rows(outcome),
      run: async (folders) => jobs.run(folders),
      stop: () => jobs.stop(),
      runs: () => jobs.runs(),
      undo: (run) => jobs.undo(run),
    },
    files(request) {
      const { pathname } = new URL(request.url, "http://page");
      if (pathname === "/export.zip") return exportNow(request.method);
      if (pathname === "/export.json.zip") return exportNow(request.method, "json");
      const [, memo] = /^\/export\/memos\/([\w-]{1,64})$/.exec(pathname) ?? [];
      if (memo !== undefined) return exportOne(request.method, memo);
      return pathname.startsWith("/import/") ? receive(staging, request) : null;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await jobs[Symbol.asyncDispose]();
      await exporting;
      await staging[Symbol.asyncDispose]();
    },
  };
}

/** Handles `PUT /import/STAGE/PATH?modified=MS` with a file as the body, and `DELETE /import/STAGE/`. */
async function receive(staging: Staging, request: FilesRequest): Promise<FilesReply> {
  const { method, url, body } = request;
  // Taken from the raw URL: a URL parser would resolve `..`.
  const [address = "", query = ""] = url.split("?", 2);
  const [, stage = "", path = ""] = /^\/import\/([^/]*)\/(.*)$/s.exec(address) ?? [];
  if (method === "DELETE" && path === "") {
    await staging.remove(stage);
    return { status: 204, headers: { "cache-control": "no-store" }, body: null };
  }
  if (method !== "PUT") return failure({ ...notFound(), code: "METHOD_NOT_ALLOWED" });
  const said = Number(new URLSearchParams(query).get("modified") ?? "x");
  const modifiedMs = Number.isSafeInteger(said) && Math.abs(said) <= 8.64e15 ? said : null;
  try {
    const put = await staging.put({ stage, path, modifiedMs }, asSent(body));
    if (!put.ok) return failure(put.error);
    return { status: 204, headers: { "cache-control": "no-store" }, body: null };
  } catch (error) {
    if (error instanceof BrokenOff) {
      return failure(appError("INVALID_ARGUMENT", "the file arrived incomplete"));
    }
    throw error;
  }
}

/** Thrown if a client disconnects during an upload, to distinguish it from a bug. */
class BrokenOff extends Error {}

async function* asSent(body: FilesRequest["body"]): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  try {
    yield* body;
  } catch (cause) {
    throw new BrokenOff("the upload was interrupted", { cause });
  }
}

function failure(error: AppError): FilesReply {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  };
  const bytes = new TextEncoder().encode(JSON.stringify({ error }));
  return {
    status: errorCodes[error.code].status,
    headers,
    body: (async function* () {
      yield bytes;
    })(),
  };
}
