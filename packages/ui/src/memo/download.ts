import { hostTransfer } from "../shell/host-transfer.ts";

/** Downloads a URL of the host, with the browser's or window's download handling. */
export function download(address: string): void {
  const host = hostTransfer();
  if (host !== null) {
    void host.download(address);
    return;
  }
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
