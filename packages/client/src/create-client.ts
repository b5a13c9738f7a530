import type { Operations } from "./operations.ts";

export interface ClientOptions {
  /** Where the server is, as `https://memos.example`; a path before `/api` may follow. */
  readonly url: string;
  /** An access token; null: nobody is signed in. */
  readonly token: string | null;
  /** What sends the requests; the platform's own when absent. */
  readonly fetch?: typeof fetch;
}

/** What a server answered. Expected refusals are values; only a broken connection rejects. */
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

/** What a request to an operation consists of; may be left out where nothing in it is needed. */
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
 * A client of the server's HTTP API for scripts and tests, typed by the API's own document. Stateless
 * but for its options. Parameters that are undefined are left out; those of the path are encoded.
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
      // The document says what it is, and the server's tests hold it to that.
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
