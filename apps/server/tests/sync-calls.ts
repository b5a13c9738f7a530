import type { SyncRouter } from "@tidemark/core/router";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { type HttpServer, password } from "./http-server.ts";

/** Returns a client of the sync calls, with or without a credential. */
export function syncCalls(server: HttpServer, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createTRPCClient<SyncRouter>({
    links: [httpLink({ url: `${server.url}/sync`, headers })],
  });
}

/** Signs in a new device of a user. */
export async function deviceOf(server: HttpServer, username: string) {
  const { token } = await syncCalls(server).signIn.mutate({ username, password, device: "Laptop" });
  return { token, calls: syncCalls(server, token) };
}

/** Returns the HTTP status and our error code of a failed call; null for each that is missing. */
export async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) return null;
  return [error.data.httpStatus, error.data.app?.code ?? null];
}
