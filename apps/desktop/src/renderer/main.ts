import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "@tidemark/core/router";
import { mountLocked, mountTidemark } from "@tidemark/ui";
import "@tidemark/ui/styles.css";
import { openBridgeClient } from "./bridge-client.ts";
import { createBrowserClient, followNewKeys, openSession } from "./browser-client.ts";

// The page's entry: over the preload's port in a window of ours, over HTTP in a browser.
const element = document.getElementById("root");
if (element === null) throw new Error("the page has no root");

const link = await openBridgeClient();
if (link === null) followNewKeys();
if (link !== null) {
  mountTidemark({ element, client: createTRPCClient<AppRouter>({ links: [link] }) });
} else if (await openSession()) {
  mountTidemark({ element, client: createBrowserClient() });
} else {
  mountLocked(element);
}
