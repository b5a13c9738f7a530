import { sayDownloadFailed } from "@tidemark/ui/begin";
import type { FileOrder, OrderAnswer, SentFile } from "../owner/worker-messages.ts";

type Ask = (order: FileOrder) => Promise<OrderAnswer>;

/** Gives the worker the files of a stage, which it reads itself. */
export async function stage(ask: Ask, name: string, files: readonly SentFile[]): Promise<void> {
  const { status } = await ask({ stage: name, files });
  if (status !== 204) throw new Error("the files weren't taken");
}

let lastUrl: string | null = null;

/** Lets the worker make a file, and downloads it. Says so if that fails. */
export async function download(ask: Ask, address: string): Promise<void> {
  try {
    await downloadFile(ask, address);
  } catch (error) {
    sayDownloadFailed(address, error);
  }
}

async function downloadFile(ask: Ask, address: string): Promise<void> {
  const { status, file } = await ask({ download: address });
  if (file === undefined) throw new Error(`the export failed (${status})`);
  // The browser may still read the file before.
  if (lastUrl !== null) URL.revokeObjectURL(lastUrl);
  lastUrl = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = lastUrl;
  link.download = file.name;
  link.click();
}
