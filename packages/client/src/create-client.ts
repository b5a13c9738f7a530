import type { Operations } from "./operations.ts";

export interface ClientOptions {
  /** Server address, such as `https://memos.example`; a path before `/api` may follow. */
  readonly url: string;
  /** Access token; null for anonymous requests. */
  readonly token: string | null;
  /** Function that sends the requests; the platform's `fetch` by default. */
  readonly fetch?: typeof fetch;
}

/** Response of a server. Error responses are values; only a failed connection rejects. */
export type Outcome<T> =
  | { readonly ok: true; readonly status: number; readonly headers: Headers; readonly body: T }
  | {
      readonly ok: false;
      readonly status: number;
      readonly headers: Headers;
      readonly body: CurrentError | OlderError;
    };

export interface CurrentError {
  readonly code: number;
  readonly message: string;
  readonly details: readonly ({ readonly "@type": string } & Readonly<Record<string, unknown>>)[];
}

export interface OlderError {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly field: string; readonly issue: string }[];
  };
}

type OperationName = keyof Operations;

/** Request of an operation; may be omitted if all its parts are optional. */
export type RequestOf<K extends OperationName> = Operations[K]["request"];

type Arguments<K extends OperationName> =
  Record<never, never> extends RequestOf<K> ? [request?: RequestOf<K>] : [request: RequestOf<K>];

export interface Client {
  /** Sends one request. `operation` is a method and a path of the API's document. */
  call<K extends OperationName>(
    operation: K,
    ...request: Arguments<K>
  ): Promise<Outcome<Operations[K]["answer"]>>;
}

interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/**
 * Creates a client of the server's HTTP API for scripts and tests, typed by the API's own document. Stateless
 * except for its options. Omits undefined parameters and encodes those of the path.
 */
export function createClient({ url, token, fetch: send = fetch }: ClientOptions): Client {
  const root = url.replace(/\/+$/, "");
  return {
    async call<K extends OperationName>(operation: K, ...[request = {}]: Arguments<K>) {
      const [method = "GET", path = ""] = operation.split(" ");
      const { params = {}, query = {}, body }: AnyRequest = request;
      const response = await send(root + pathOf(path, params) + searchOf(query), {
        method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { ok, status, headers } = response;
      // The API's document declares this type, and the server's tests check the responses against it.
      return { ok, status, headers, body: await response.json() } as Outcome<
        Operations[K]["answer"]
      >;
    },
  };
}

function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

function searchOf(query: NonNullable<AnyRequest["query"]>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}
