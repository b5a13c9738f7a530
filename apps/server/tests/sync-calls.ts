import type { SyncRouter } from "@tidemark/core/router";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { type HttpServer, password } from "./http-server.ts";

/** The calls of sync, with a credential or as a stranger. */
export function syncCalls(server: HttpServer, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createTRPCClient<SyncRouter>({
    links: [httpLink({ url: `${server.url}/sync`, headers })],
  });
}

/** A device on which a user has just signed in. */
export async function deviceOf(server: HttpServer, username: string) {
  const { token } = await syncCalls(server).signIn.mutate({ username, password, device: "Laptop" });
  return { token, calls: syncCalls(server, token) };
}

/** The status that a call was refused with, and the code of ours; null for either that there is none. */
export async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) return null;
  return [error.data.httpStatus, error.data.app?.code ?? null];
}
