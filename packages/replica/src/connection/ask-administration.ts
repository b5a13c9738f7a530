import { appError, type AppError, err, ok, type Result } from "@tidemark/core";
import type {
  AdministrationAnswer,
  AdministrationRequest,
  AppAdministration,
} from "@tidemark/core/router";
import { busyError, busyServer } from "../sync/busy-server.ts";
import { connectError } from "../sync/connect-error.ts";
import { cookiesWith, headersOf } from "../sync/credential.ts";
import { RedirectRefused, serverFetch } from "../sync/server-fetch.ts";
import type { Session } from "../sync/session.ts";

const timeoutMs = 30_000;

/** Returns the administration of the server of the live session. */
export function createAdministration(live: () => Session | null): AppAdministration {
  return {
    async ask(request) {
      const session = live();
      if (session !== null) return askAdministration(session, request);
      return err(appError("FAILED_PRECONDITION", "This profile is not connected."));
    },
  };
}

/** Sends a request to the API of the session's server, with its credential. */
export async function askAdministration(
  { serverUrl, credential }: Pick<Session, "serverUrl" | "credential">,
  { method, path, body }: AdministrationRequest,
): Promise<Result<AdministrationAnswer, AppError>> {
  const { host } = new URL(serverUrl);
  try {
    const response = await serverFetch(`${serverUrl.replace(/\/+$/, "")}${path}`, {
      method,
      headers: {
        ...headersOf(credential),
        ...(body !== null && { "content-type": "application/json" }),
      },
      credentials: cookiesWith(credential),
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status } = response;
    if (response.headers.get("content-type")?.includes("json") === true) {
      return ok({ status, body: await response.text() });
    }
    await response.body?.cancel();
    // A proxy in front of a server that is overloaded or restarts.
    if (status === 429 || status >= 500) return err(busyError(busyServer));
    return err(appError("UNAVAILABLE", `${host} is no Tidemark server.`));
  } catch (error) {
    if (error instanceof RedirectRefused) return err(connectError(error, serverUrl));
    return err(appError("UNAVAILABLE", `Could not reach ${host}.`));
  }
}
