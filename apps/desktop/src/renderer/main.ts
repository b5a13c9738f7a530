import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "@tidemark/core/router";
import { mountLocked, mountTidemark } from "@tidemark/ui";
import "@tidemark/ui/styles.css";
import { reconnectingLink } from "../rpc/reconnecting-link.ts";
import { onHostRestarted, openBridgeLine } from "./bridge-client.ts";
import { createBrowserLine, followNewKeys, openSession } from "./browser-client.ts";

// The page's entry: over the preload's port in a window of ours, over HTTP in a browser.
const element = document.getElementById("root");
if (element === null) throw new Error("the page has no root");

const bridge = await openBridgeLine();
if (bridge === null) followNewKeys();
if (bridge !== null || (await openSession())) {
  const host = reconnectingLink<AppRouter>(bridge ?? createBrowserLine());
  if (bridge !== null) onHostRestarted(() => host.lost());
  mountTidemark({ element, client: createTRPCClient<AppRouter>({ links: [host.link] }), host });
} else {
  mountLocked(element);
}
