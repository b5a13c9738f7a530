import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import type { AppRouter } from "@tidemark/core/router";
import { mountLocked, mountTidemark } from "@tidemark/ui";
import "@tidemark/ui/styles.css";
import type { PageBridge } from "../page/page-channel.ts";
import { domPort } from "../rpc/message-ports.ts";
import { portLink } from "../rpc/port-link.ts";
import { openSession } from "./open-session.ts";
import { receivePort } from "./receive-port.ts";

declare global {
  interface Window {
    /** There in Electron's window only. */
    readonly tidemark?: PageBridge;
  }
}

const element = document.getElementById("root");
if (element === null) throw new Error("the page has no root");

if (window.tidemark !== undefined) {
  const port = domPort(await receivePort(window.tidemark));
  mountTidemark({ element, client: createTRPCClient<AppRouter>({ links: [portLink(port)] }) });
} else if (await openSession()) {
  mountTidemark({ element, client: createHttpClient() });
} else {
  mountLocked(element);
}

function createHttpClient(): TRPCClient<AppRouter> {
  const url = "/trpc";
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (op) => op.type === "subscription",
        true: httpSubscriptionLink({ url }),
        // Longer addresses than the server's header limit are sent as several.
        false: httpBatchLink({ url, maxURLLength: 32_000 }),
      }),
    ],
  });
}
