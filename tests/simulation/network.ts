/** A call in transit: first the request, then its response. */
export interface Message {
  readonly device: string;
  readonly method: string;
  readonly payload: unknown;
  /** Set once the server has answered. */
  answer: { readonly value: unknown; readonly error: Error | null; readonly facts: unknown } | null;
  /** Settles the device's call with its outcome. Has no effect the second time. */
  settle: (outcome: { value?: unknown; error: Error | null }) => void;
  readonly isSettled: () => boolean;
}

/** Error of a call that failed in transit. */
export class NetworkError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NetworkError";
  }
}

/** Messages between devices and the server, delivered by the schedule. */
export interface Network {
  call(device: string, method: string, payload: unknown): Promise<unknown>;
  /** Returns the messages from and to a device, oldest first. */
  of(device: string): readonly Message[];
  all(): readonly Message[];
  remove(message: Message): void;
  /** Discards the responses to a device whose process ended. */
  dropAllOf(device: string): void;
}

export function createNetwork(): Network {
  let messages: Message[] = [];
  return {
    call(device, method, payload) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      let isSettled = false;
      messages.push({
        device,
        method,
        payload: copyOf(payload),
        answer: null,
        isSettled: () => isSettled,
        settle({ value, error }) {
          if (isSettled) return;
          isSettled = true;
          if (error === null) resolve(copyOf(value));
          else reject(error);
        },
      });
      return promise;
    },
    of: (device) => messages.filter((message) => message.device === device),
    all: () => messages,
    remove(message) {
      messages = messages.filter((other) => other !== message);
    },
    dropAllOf(device) {
      // Requests may still reach the server; their responses are discarded.
      for (const message of messages) {
        if (message.device === device) message.settle = () => {};
      }
      messages = messages.filter((message) => message.device !== device || message.answer === null);
    },
  };
}

/** Returns a copy of a message, by way of JSON. */
export function copyOf<T>(message: T): T {
  return message === undefined ? message : (JSON.parse(JSON.stringify(message)) as T);
}
