import { describeError } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { hostTransfer } from "../shell/host-transfer.ts";

/** Downloads a URL of the host, with the browser's or window's download handling. */
export function download(address: string): void {
  const host = hostTransfer();
  if (host !== null) {
    void host.download(address).catch((error: unknown) => {
      // The outcome of an export of all memos is reported anyway.
      if (address.startsWith("/export/memos/")) useFeedback.getState().fail(describeError(error));
    });
    return;
  }
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
