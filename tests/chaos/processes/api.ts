/** Contents of a request: `body` is sent as JSON, `bytes` unchanged. */
export interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; empty if the response isn't a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Client of processes that may be killed during a request. */
export interface Api {
  /**
   * Returns null if the connection failed or the status is 503: the outcome is then unknown. Reports no
   * response within a minute, and a 5xx status other than 503, as a fault, and returns null.
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

/** Client that performs one action after another until the run ends. */
export interface ChaosClient {
  /** Performs one action. */
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
