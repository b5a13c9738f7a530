import type { AppError } from "@tidemark/core";
import type { AttachmentView } from "@tidemark/core/router";
import { wordsOfFailure } from "../../data/client.tsx";
import { measureMedia } from "../measure-media.ts";
import { sendFile } from "../../shell/send-file.ts";
import { attachmentStrings } from "../strings.ts";
import { uploadStrings } from "./upload-strings.ts";
import { UploadError } from "./upload-error.ts";

/**
 * Uploads a file to the host, which stores it without a memo. Rejects with `UploadError`; an abort rejects
 * with the signal's reason. `onProgress` receives fractions from 0 to 1.
 */
export async function uploadFile(
  file: File,
  { onProgress, signal }: { onProgress(part: number): void; readonly signal: AbortSignal },
): Promise<AttachmentView> {
  await checkReadable(file);
  const measured = await measureMedia(file);
  signal.throwIfAborted();
  const query = new URLSearchParams({
    filename: file.name,
    type: file.type,
    size: String(file.size),
    ...Object.fromEntries(Object.entries(measured).map(([name, value]) => [name, String(value)])),
  });
  return send(query, file, { onProgress, signal });
}

/**
 * Rejects with `UploadError` for a folder, or a file that was deleted since; only reading shows the
 * difference.
 */
async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new UploadError(attachmentStrings.unreadable, { cause });
  }
}

async function send(
  query: URLSearchParams,
  file: File,
  options: Parameters<typeof sendFile>[2],
): Promise<AttachmentView> {
  const { status, body } = await sendFile(query, file, options).catch((cause: unknown) => {
    throw options.signal.aborted ? cause : new UploadError(uploadStrings.unsent, { cause });
  });
  const answer = body as (AttachmentView & { readonly error?: AppError }) | null;
  if (status === 200 && answer !== null) return answer;
  const { error } = answer ?? {};
  throw new UploadError(error === undefined ? uploadStrings.unsent : wordsOfFailure(error));
}
