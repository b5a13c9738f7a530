import type { FastifyRequest } from "fastify";
import { userOfPeer } from "./peer-user.ts";

/** Where a window of this program begins. */
export const windowPath = "/session/window";

/** What another program of this user's is told that asks for a window's page without being one. */
export const noWindow = { error: "only a window of this user's begins here" };

/**
 * Whether a browser of this user was started with the address that it asks for. The address holds no key,
 * since a program's arguments are read by everybody on the machine: the kernel says whose browser asks,
 * and the browser that no page led to it.
 */
export async function isOwnWindow({ headers, socket }: FastifyRequest): Promise<boolean> {
  if (headers["sec-fetch-site"] !== "none" || headers["sec-fetch-dest"] !== "document")
    return false;
  const user = await userOfPeer(socket);
  return user !== null && user === process.getuid?.();
}
