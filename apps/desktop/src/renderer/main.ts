import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "@tidemark/core/router";
import { followShell, mountLocked, mountTidemark, watchMenuWords } from "@tidemark/ui";
import "@tidemark/ui/styles.css";
import { afterCreation } from "@tidemark/replica/rpc/after-creation";
import { reconnectingLink } from "@tidemark/replica/rpc/reconnecting-link";
import { createBrowserLine, followNewKeys, openSession } from "./browser-client.ts";

// Entry point of the page. It connects over the preload's port in our own window, and over HTTP in a browser.
const element = document.getElementById("root");
if (element === null) throw new Error("the page has no root");

// Loaded only in our window: a browser doesn't need the port code.
const bridge = window.tidemark === undefined ? null : await import("./bridge-client.ts");
let isMounted = false;
if (bridge === null) {
  followNewKeys(() => {
    // A mounted page may hold unsaved text, so it isn't reloaded; it reconnects without that.
    if (!isMounted) location.reload();
  });
}
if (bridge !== null || (await openSession())) {
  isMounted = true;
  const offer = bridge === null ? offerInAddress() : null;
  const host = reconnectingLink<AppRouter>((await bridge?.openBridgeLine()) ?? createBrowserLine());
  if (bridge !== null) {
    bridge.onHostRestarted(() => host.lost());
    void watchMenuWords((words) => window.tidemark?.setMenuWords(words));
    void followShell(bridge.openShellPort());
  }
  const links = [afterCreation<AppRouter>(whenGoing), host.link];
  const pathOf = window.tidemark?.pathOf;
  const client = createTRPCClient<AppRouter>({ links });
  // Syncs at once when the network is back, instead of at the next retry.
  addEventListener("online", () => void client.sync.now.mutate().catch(() => undefined));
  if (offer !== null) void import("./window-offer.ts").then(({ showOffer }) => showOffer(offer));
  mountTidemark({ element, client, host, ...(pathOf !== undefined && { pathOf }) });
} else {
  mountLocked(element);
}

/** Calls `send` when the page is being left; returns a function that cancels it. */
function whenGoing(send: () => void): () => void {
  addEventListener("pagehide", send);
  return () => removeEventListener("pagehide", send);
}

/** Returns the id of the offer in the address and removes it; null if there is none. */
function offerInAddress(): string | null {
  const [route = "", search = ""] = location.hash.split("?", 2);
  const offer = new URLSearchParams(search).get("offer");
  if (offer !== null) history.replaceState(null, "", `${location.pathname}${route}`);
  return offer;
}
