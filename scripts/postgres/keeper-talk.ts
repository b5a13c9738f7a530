import { z } from "zod";

// What the starter of a PostgreSQL and the process that keeps it say to each other. The starter orders
// one thing at a time, and each order is answered once.

const startSchema = z.object({
  order: z.literal("start"),
  /** The folder with `initdb` and `postgres`. */
  bin: z.string(),
  /** Where its files are and stay; null: in a folder of its own, which is removed at the end. */
  folder: z.string().nullable(),
  /** As whom it runs; null: as whoever the keeper is. */
  account: z.object({ uid: z.int(), gid: z.int() }).nullable(),
  settings: z.record(z.string(), z.string()),
});
export type StartOrder = z.infer<typeof startSchema>;

export const orderSchema = z.discriminatedUnion("order", [
  startSchema,
  /** SIGKILL for all of its processes. Its files stay. */
  z.object({ order: z.literal("kill") }),
  /** Starts it again at the same port, after it was killed. */
  z.object({ order: z.literal("restart") }),
  /** Ends it in order, and then the keeper. */
  z.object({ order: z.literal("stop") }),
]);
export type Order = z.infer<typeof orderSchema>;

export const answerSchema = z.union([
  /** `folder` holds its socket, its log and its data. */
  z.object({ folder: z.string(), port: z.int() }),
  z.object({ failed: z.string() }),
]);
export type Answer = z.infer<typeof answerSchema>;
