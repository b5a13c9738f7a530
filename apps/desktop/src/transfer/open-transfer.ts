import { setTimeout as wait } from "node:timers/promises";
import { appError, invalidField, notFound } from "@tidemark/core";
import type { ProfileTransfer, TransferParts } from "@tidemark/replica";
import type { FilesReply, FilesRequest } from "@tidemark/replica/rpc";
import {
  type ArchiveLimits,
  createDownloads,
  createTransferJobs,
  failure,
  type TransferSources,
} from "@tidemark/transfer";
import { openImport, openMemosServer, openZipPipe } from "@tidemark/transfer/node";
import { openStaging, type Staging } from "./staging.ts";

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
  const downloads = createDownloads({ target: services, openPipe: openZipPipe, onChange, log });
  const jobs = createTransferJobs({
    target: services,
    sources: sourcesOf(staging, takesPaths),
    pause: () => wait(pauseMs),
    newId: services.memoDeps.newId,
    onChange,
    log,
  });
  return {
    app: {
      ...jobs,
      state: async () => ({ job: jobs.view(), export: downloads.view() }),
      rows: async (outcome) => jobs.rows(outcome),
      run: async (folders) => jobs.run(folders),
    },
    files(request) {
      const isUpload = new URL(request.url, "http://page").pathname.startsWith("/import/");
      return isUpload ? receive(staging, request) : downloads.answer(request);
    },
    async [Symbol.asyncDispose]() {
      const downloaded = downloads[Symbol.asyncDispose]();
      await jobs[Symbol.asyncDispose]();
      await downloaded;
      await staging[Symbol.asyncDispose]();
    },
  };
}

function sourcesOf(staging: Staging, takesPaths: boolean): TransferSources {
  const { tempParent } = staging;
  return {
    refuse: (from) =>
      "path" in from && !takesPaths
        ? invalidField("from.path", "a page of a browser sends what is to be read")
        : null,
    take: async (stage) => (await staging.take(stage)) !== null,
    async open(from, choices) {
      if ("url" in from) {
        const { url, token } = from;
        const { signal } = choices;
        return openMemosServer({ url: url.replace(/\/+$/, ""), token, signal, tempParent });
      }
      if ("path" in from) return openImport(from.path, { ...choices, tempParent });
      const taken = await staging.take(from.staged);
      if (taken === null) throw new Error("the uploaded files are gone");
      const { path, names } = taken;
      return openImport(path, { ...choices, tempParent, names });
    },
    remove: (stage) => staging.remove(stage),
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
