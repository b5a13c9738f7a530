import type { FastifyRequest } from "fastify";
import { userOfPeer } from "./peer-user.ts";

/** Path that a window of this program opens first. */
export const windowPath = "/session/window";

/** Response to another program of this user that requests a window's page. */
export const noWindow = { error: "only a window of this user's begins here" };

/**
 * Returns true if a browser of this user was started with the requested address. The address contains no key,
 * since every user can read a program's arguments. The kernel identifies the browser's user, and the fetch
 * headers show that no page linked to the address.
 */
export async function isOwnWindow({ headers, socket }: FastifyRequest): Promise<boolean> {
  if (headers["sec-fetch-site"] !== "none" || headers["sec-fetch-dest"] !== "document")
    return false;
  const user = await userOfPeer(socket);
  return user !== null && user === process.getuid?.();
}
