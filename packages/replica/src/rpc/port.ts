import { z } from "zod";

/**
 * One end of a two-way message channel. tRPC needs nothing else of a transport, so the same router runs over
 * message ports of the DOM, Node and Electron (ADR 0009). Messages arrive once and in order; they may contain
 * anything that structured cloning supports.
 */
export interface Port {
  /** Sends a message. Throws if it can't be cloned. Does nothing after the close. */
  post(message: unknown): void;
  /** Sets the listeners; called once. Earlier messages are buffered until then. */
  listen(onMessage: (message: unknown) => void, onClose: () => void): void;
  close(): void;
}

/** Message of a client. `id` is unique among the requests of one port. */
export const portRequest = z.union([
  z.object({
    id: z.number(),
    method: z.enum(["query", "mutation", "subscription"]),
    path: z.string(),
    /** Absent for a procedure without input. */
    input: z.unknown().optional(),
  }),
  z.object({ id: z.number(), method: z.literal("stop") }),
]);
export type PortRequest = z.infer<typeof portRequest>;
export type PortCall = Exclude<PortRequest, { method: "stop" }>;

/**
 * Message of the server. A query or mutation gets one `data` or one `error`. A subscription gets `started`,
 * any number of `data`, and at its end one `stopped` or one `error`.
 */
export type PortResponse =
  | { readonly id: number; readonly type: "data"; readonly data: unknown }
  | { readonly id: number; readonly type: "error"; readonly error: unknown }
  | { readonly id: number; readonly type: "started" }
  | { readonly id: number; readonly type: "stopped" };
