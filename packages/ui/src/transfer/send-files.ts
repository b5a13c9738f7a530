import type { AppError } from "@tidemark/core";
import { wordsOfFailure } from "../data/client.tsx";
import { hostTransfer } from "../shell/host-transfer.ts";
import type { PickedFile } from "./files/picked-files.ts";
import { transferStrings } from "./strings.ts";

/** Error with the user-facing reason why files weren't uploaded. */
export class NotSent extends Error {}

/** Concurrent uploads: browsers allow six connections per host, and other requests need some. */
const atOnce = 3;

/**
 * Uploads files to the host, which stores them under a stage until they are imported. Rejects with `NotSent`,
 * or with the signal's reason; the uploaded files are then deleted.
 */
export async function sendFiles(
  files: readonly PickedFile[],
  options: {
    readonly stage: string;
    readonly signal: AbortSignal;
    readonly onSent: (count: number) => void;
  },
): Promise<void> {
  const { stage, onSent } = options;
  const host = hostTransfer();
  if (host !== null) {
    // The host reads the files itself, so nothing is copied.
    await host.stage(stage, files);
    options.signal.throwIfAborted();
    onSent(files.length);
    return;
  }
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  let next = 0;
  let sent = 0;
  const work = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) {
      await sendFile(file, stage, signal);
      sent += 1;
      onSent(sent);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } catch (error) {
    failed.abort();
    void removeStage(stage);
    options.signal.throwIfAborted();
    throw error;
  }
}

/** Deletes the uploaded files of a stage. */
async function removeStage(stage: string): Promise<void> {
  await fetch(`/import/${stage}/`, { method: "DELETE" }).catch(() => undefined);
}

async function sendFile(
  { path, file }: PickedFile,
  stage: string,
  signal: AbortSignal,
): Promise<void> {
  const place = path.split("/").map(encodeURIComponent).join("/");
  let answer: Response;
  try {
    answer = await fetch(`/import/${stage}/${place}?modified=${file.lastModified}`, {
      method: "PUT",
      headers: { "content-type": "application/octet-stream" },
      body: file,
      signal,
    });
  } catch (cause) {
    throw new NotSent(transferStrings.unsent, { cause });
  }
  if (answer.ok) return;
  const said = (await answer.json().catch(() => null)) as { error?: AppError | null } | null;
  const error = said?.error;
  throw new NotSent(
    error === undefined || error === null ? transferStrings.unsent : wordsOfFailure(error),
  );
}
