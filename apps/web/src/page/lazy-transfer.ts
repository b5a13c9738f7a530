import type { HostTransfer } from "@tidemark/ui";
import type { FileOrder, OrderAnswer } from "../owner/worker-messages.ts";

/** Import and export over a page's line to its worker. Their code is loaded when they are used. */
export function lazyTransfer(ask: (order: FileOrder) => Promise<OrderAnswer>): HostTransfer {
  const load = () => import("./transfer.ts");
  return {
    stage: async (stage, files) => (await load()).stage(ask, stage, files),
    download: async (address) => (await load()).download(ask, address),
  };
}
