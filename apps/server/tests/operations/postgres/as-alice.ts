import { bodyOf, tokenOf } from "../../answers.ts";
import { password } from "../../http-server.ts";

export interface Alice {
  readonly headers: Readonly<Record<string, string>>;
  /** Sends an API request and returns the status and the body. */
  ask(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  /** Returns the content of a file as text. */
  file(path: string): Promise<string>;
}

/** Signs in at a server. The session is valid at all servers of the instance. */
export async function asAlice(url: string): Promise<Alice> {
  const reply = await fetch(`${url}/api/v1/auth/signin`, {
    method: "POST",
    body: JSON.stringify({ username: "alice", password }),
  });
  return withBearer(url, await tokenOf(reply));
}

function withBearer(url: string, bearer: string): Alice {
  const headers = { authorization: `Bearer ${bearer}` };
  return {
    headers,
    async ask(method, path, body) {
      const reply = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, body: await bodyOf(reply) };
    },
    file: async (path) => (await fetch(`${url}/file/${path}`, { headers })).text(),
  };
}
