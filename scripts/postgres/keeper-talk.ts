import { z } from "zod";

// Messages between the starter of a PostgreSQL and its keeper process. The starter sends one order at a time,
// and each gets one answer.

const startSchema = z.object({
  order: z.literal("start"),
  /** Folder with `initdb` and `postgres`. */
  bin: z.string(),
  /** Folder of its files, which is kept; null for a temporary folder, which is deleted at the end. */
  folder: z.string().nullable(),
  /** Account that it runs as; null for the keeper's own. */
  account: z.object({ uid: z.int(), gid: z.int() }).nullable(),
  settings: z.record(z.string(), z.string()),
});
export type StartOrder = z.infer<typeof startSchema>;

export const orderSchema = z.discriminatedUnion("order", [
  startSchema,
  /** Kills all of its processes with SIGKILL. Its files are kept. */
  z.object({ order: z.literal("kill") }),
  /** Restarts it on the same port after it was killed. */
  z.object({ order: z.literal("restart") }),
  /** Shuts it down cleanly, then ends the keeper. */
  z.object({ order: z.literal("stop") }),
]);
export type Order = z.infer<typeof orderSchema>;

export const answerSchema = z.union([
  /** `folder` contains its socket, its log and its data. */
  z.object({ folder: z.string(), port: z.int() }),
  z.object({ failed: z.string() }),
]);
export type Answer = z.infer<typeof answerSchema>;
