import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "@tidemark/core/router";
import { followShell, mountLocked, mountTidemark, watchMenuWords } from "@tidemark/ui";
import "@tidemark/ui/styles.css";
import { afterCreation } from "@tidemark/replica/rpc/after-creation";
import { reconnectingLink } from "@tidemark/replica/rpc/reconnecting-link";
import { createBrowserLine, followNewKeys, openSession } from "./browser-client.ts";

// The page's entry: over the preload's port in a window of ours, over HTTP in a browser.
const element = document.getElementById("root");
if (element === null) throw new Error("the page has no root");

// What speaks over a port is of no use to a browser, which would have to fetch it first.
const bridge = window.tidemark === undefined ? null : await import("./bridge-client.ts");
let isMounted = false;
if (bridge === null) {
  followNewKeys(() => {
    // Words may stand in a page that is at work; it learns by itself that it is known again.
    if (!isMounted) location.reload();
  });
}
if (bridge !== null || (await openSession())) {
  isMounted = true;
  const offer = bridge === null ? takeOfAddress() : null;
  const host = reconnectingLink<AppRouter>((await bridge?.openBridgeLine()) ?? createBrowserLine());
  if (bridge !== null) {
    bridge.onHostRestarted(() => host.lost());
    void watchMenuWords((words) => window.tidemark?.setMenuWords(words));
    void followShell(bridge.openShellPort());
  }
  const links = [afterCreation<AppRouter>(whenGoing), host.link];
  const pathOf = window.tidemark?.pathOf;
  const client = createTRPCClient<AppRouter>({ links });
  // The server is asked at once; that it can be reached again it would find out by itself, later.
  addEventListener("online", () => void client.sync.now.mutate().catch(() => undefined));
  if (offer !== null) void import("./window-offer.ts").then(({ showOffer }) => showOffer(offer));
  mountTidemark({ element, client, host, ...(pathOf !== undefined && { pathOf }) });
} else {
  mountLocked(element);
}

/** Calls back when the page is being left, unless that is called off. */
function whenGoing(send: () => void): () => void {
  addEventListener("pagehide", send);
  return () => removeEventListener("pagehide", send);
}

/** Takes out of the address what it names as offered to this window; null: nothing is. */
function takeOfAddress(): string | null {
  const [route = "", search = ""] = location.hash.split("?", 2);
  const offer = new URLSearchParams(search).get("offer");
  if (offer !== null) history.replaceState(null, "", `${location.pathname}${route}`);
  return offer;
}
