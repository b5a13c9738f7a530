import { createClient } from "@tidemark/client";

/** Client of the API, like a script: plain fetch and a token. */
export interface ApiClient {
  get(path: string): Promise<ApiAnswer>;
  send(method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<ApiAnswer>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- Answers of every shape: what is not there reads as undefined and fails the test.
  readonly body: any;
}

export function apiClient(serverUrl: string, token: string | null): ApiClient {
  const call = async (method: string, path: string, body?: unknown): Promise<ApiAnswer> => {
    const headers: Record<string, string> = {};
    if (token !== null) headers["authorization"] = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const response = await fetch(`${serverUrl}/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    get: (path) => call("GET", path),
    send: (method, path, body) => call(method, path, body),
  };
}

/** Signs in and returns the session's token. */
export async function signIn(
  serverUrl: string,
  account: { readonly username: string; readonly password: string },
): Promise<string> {
  const stranger = createClient({ url: serverUrl, token: null });
  const signedIn = await stranger.call("POST /api/v1/auth/signin", { body: account });
  if (!signedIn.ok) throw new Error(`not signed in: ${JSON.stringify(signedIn.body)}`);
  return signedIn.body.accessToken;
}

/** Signs in as the administrator and creates an access token, as a user does for a script. */
export async function createToken(
  serverUrl: string,
  admin: { readonly username: string; readonly password: string },
): Promise<{ readonly id: string; readonly value: string }> {
  const session = createClient({ url: serverUrl, token: await signIn(serverUrl, admin) });
  const made = await session.call("POST /api/v1/access-tokens", { body: { name: "a script" } });
  if (!made.ok) throw new Error(`no token: ${JSON.stringify(made.body)}`);
  return { id: made.body.id, value: made.body.accessToken };
}
