import type { AppError } from "@tidemark/core";
import type { AttachmentView } from "@tidemark/core/router";
import { wordsOfFailure } from "../data/client.tsx";
import { measureMedia } from "./measure-media.ts";
import { attachmentStrings } from "./strings.ts";
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
  return send(`/files?${query}`, file, onProgress, signal);
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

/** Sends a file by XMLHttpRequest, because only that reports upload progress. */
function send(
  address: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<AttachmentView> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const fail = (message: string): void => reject(new UploadError(message));
    request.open("POST", address);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const answer = request.response as AttachmentView & { readonly error?: AppError };
      if (request.status === 200) resolve(answer);
      else
        fail(answer?.error === undefined ? attachmentStrings.unsent : wordsOfFailure(answer.error));
    };
    request.onerror = () => fail(attachmentStrings.unsent);
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    request.send(file);
  });
}
