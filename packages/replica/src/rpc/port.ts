import { z } from "zod";

/**
 * One end of a two-way message channel: the only thing that tRPC needs of a transport, so that the
 * same router runs over the message ports of the DOM, Node and Electron (ADR 0009). Messages arrive
 * once and in order; what they may hold is what structured cloning carries.
 */
export interface Port {
  /** Throws when the message cannot be cloned. After the close it does nothing. */
  post(message: unknown): void;
  /** To be called once; messages that arrived before are kept until then. */
  listen(onMessage: (message: unknown) => void, onClose: () => void): void;
  close(): void;
}

/** What a client sends. `id` is unique among the requests of one port. */
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
 * What the server answers. A query or mutation gets one `data` or one `error`. A subscription gets
 * `started`, any number of `data`, and at its end one `stopped` or one `error`.
 */
export type PortResponse =
  | { readonly id: number; readonly type: "data"; readonly data: unknown }
  | { readonly id: number; readonly type: "error"; readonly error: unknown }
  | { readonly id: number; readonly type: "started" }
  | { readonly id: number; readonly type: "stopped" };
