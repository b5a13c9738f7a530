import type { AppRouter } from "@tidemark/core/router";
import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import { unusedAddress } from "./running-program.ts";

/** Client of the host's app router, without a page. */
export type AppClient = TRPCClient<AppRouter>;

/** Opens a client of the app router over the page's HTTP, with the cookie that the page would have. */
export async function openRouter(appUrl: string): Promise<AppClient> {
  const { origin, hash } = new URL(await unusedAddress(appUrl));
  const session = await fetch(`${origin}/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ key: hash.replace("#key=", "") }),
  });
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${origin}/trpc`, headers: { cookie, origin } })],
  });
}
