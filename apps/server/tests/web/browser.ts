import { password, type HttpServer } from "../http-server.ts";

/** Answer to a browser's navigation. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Value of the `Location` header; "" without one. */
  readonly location: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Opens an address as a browser's navigation does, without following redirects. */
export async function open(
  { url }: Pick<HttpServer, "url">,
  path: string,
  { headers = {}, ...init }: Sent = {},
): Promise<Shown> {
  const answer = await fetch(url + path, {
    redirect: "manual",
    ...init,
    headers: { accept: "text/html,*/*;q=0.8", ...headers },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    html: await answer.text(),
    location: answer.headers.get("location") ?? "",
  };
}

/** Posts a form, as the same site's page does. */
export function post(
  server: Pick<HttpServer, "url">,
  path: string,
  fields: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  return open(server, path, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: server.url,
      ...headers,
    },
    body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
  });
}

/** Returns the cookie header of the session that an answer starts; "" if it starts none. */
export function sessionOf({ headers }: Shown): string {
  return /tidemark_browser=[^;]+/.exec(headers.get("set-cookie") ?? "")?.[0] ?? "";
}

/** Signs `alice` in by the form. Returns the cookie header. */
export async function signInAlice(server: HttpServer): Promise<string> {
  return sessionOf(await post(server, "/sign-in", { username: "alice", password }));
}
