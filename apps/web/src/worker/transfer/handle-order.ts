import type { FilesReply, PageFiles } from "@tidemark/replica/rpc";
import type { FileOrder, OrderAnswer } from "../../owner/worker-messages.ts";
import type { Stages } from "./stages.ts";

/** Parts of the worker that handle a page's orders. */
export interface OrderHost {
  readonly files: PageFiles;
  readonly stages: Stages;
  /** True if downloads are stored in the private file system. */
  readonly isPersistent: boolean;
  readonly onFault: (error: unknown) => void;
}

/** Handles an order of a page: keeps files to be imported, or makes a file to be downloaded. */
export async function handleOrder(order: FileOrder, host: OrderHost): Promise<OrderAnswer> {
  if ("stage" in order) {
    host.stages.put(order.stage, order.files);
    return { status: 204, body: null };
  }
  try {
    const request = { method: "GET", url: order.download, headers: {}, body: null };
    const reply = await host.files(request);
    if (reply.status !== 200) return { status: reply.status, body: await bodyOf(reply) };
    const { storeDownload } = await import("./store-download.ts");
    const file = await storeDownload(reply, host.isPersistent);
    return { status: 200, body: null, file };
  } catch (error) {
    host.onFault(error);
    return { status: 500, body: null };
  }
}

async function bodyOf({ body }: FilesReply): Promise<unknown> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of body ?? []) text += decoder.decode(part, { stream: true });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
