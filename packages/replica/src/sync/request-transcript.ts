import type { AbortSignalLike, TranscriptRefusal } from "@tidemark/core/router";
import { err, ok, type Result } from "@tidemark/core";
import { TRPCClientError } from "@trpc/client";
import type { SyncClient } from "./sync-client.ts";

const refusals: Readonly<Record<string, TranscriptRefusal>> = {
  // Another device may have the recording and send it soon.
  NOT_FOUND: "waits",
  FAILED_PRECONDITION: "none",
  TOO_LARGE: "too-large",
  INVALID_ARGUMENT: "unreadable",
  RESOURCE_EXHAUSTED: "busy",
};

/** Requests the transcript of a recording from the server. */
export async function requestTranscript(
  client: Pick<SyncClient, "transcribe">,
  attachment: string,
  signal: AbortSignalLike | undefined,
): Promise<Result<string, TranscriptRefusal>> {
  const ended = new AbortController();
  signal?.addEventListener("abort", () => ended.abort(), { once: true });
  if (signal?.aborted === true) ended.abort();
  try {
    return ok(await client.transcribe(attachment, ended.signal));
  } catch (error) {
    return err(refusalOf(error));
  }
}

function refusalOf(error: unknown): TranscriptRefusal {
  if (!(error instanceof TRPCClientError)) return "failed";
  const { code, app } = (error.data ?? {}) as { code?: string; app?: { code?: string } | null };
  // Without an `app` error, the server doesn't know the call.
  if (code === "NOT_FOUND" && !app) return "none";
  return refusals[app?.code ?? ""] ?? "failed";
}
