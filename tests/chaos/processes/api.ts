/** What a request consists of: `body` is sent as JSON, `bytes` as they are. */
export interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON, where it is any. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asks processes that are killed meanwhile. */
export interface Api {
  /**
   * null: the line went dead, or nobody could be asked (503), so that nobody knows what became of it. No
   * answer within a minute, and 500, are faults.
   */
  ask(method: string, path: string, sent?: Sent): Promise<Answer | null>;
}

const deadlineMs = 60_000;

export function createApi(url: string, onFault: (fault: string) => void): Api {
  return {
    async ask(method, path, { token, headers, body, bytes } = {}) {
      let status: number;
      let text: string;
      let answered: Response;
      try {
        answered = await fetch(url + path, {
          method,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(bytes !== undefined && { body: bytes }),
          signal: AbortSignal.timeout(deadlineMs),
        });
        status = answered.status;
        text = await answered.text();
      } catch (error) {
        if (error instanceof Error && error.name === "TimeoutError") {
          onFault(`${method} ${path} has no answer after ${deadlineMs} ms`);
        }
        return null;
      }
      if (status === 503) return null;
      if (status >= 500) {
        onFault(`${method} ${path} is answered with ${status}: ${text}`);
        return null;
      }
      return { status, headers: answered.headers, body: jsonOf(text) };
    },
  };
}

/** A client does one thing after the other, until everything is over. */
export interface ChaosClient {
  /** One thing, of whatever its kind does. */
  work(): Promise<void>;
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
