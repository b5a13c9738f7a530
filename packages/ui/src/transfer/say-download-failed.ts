import { describeError } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";

/** Says why a download failed. The outcome of an export of all memos is reported anyway. */
export function sayDownloadFailed(address: string, error: unknown): void {
  if (address.startsWith("/export/memos/")) useFeedback.getState().fail(describeError(error));
}
