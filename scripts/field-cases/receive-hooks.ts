import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";
import { parseJson } from "../../packages/core/src/json/parse-json.ts";
import { type OpenPort, openPort } from "./open-port.ts";

const deliverySchema = z.object({
  event: z.string(),
  memo: z.looseObject({
    name: z.string(),
    attachments: z.array(z.unknown()).default([]),
    reactions: z.array(z.unknown()).default([]),
  }),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Receiver of webhooks. */
export interface HookReceiver extends OpenPort {
  readonly deliveries: readonly Delivery[];
  /** Resolves with the first matching delivery, or null after the timeout in ms. */
  wait(isWanted: (delivery: Delivery, at: number) => boolean, ms: number): Promise<Delivery | null>;
}

/** Starts a receiver that responds with `answer`, by default at once. */
export async function receiveHooks(
  answer: (response: ServerResponse) => void = (response) => void response.end(),
): Promise<HookReceiver> {
  const deliveries: Delivery[] = [];
  const listeners = new Set<() => void>();
  const server = createServer((request, response) => {
    void Array.fromAsync(request).then((chunks: Buffer[]) => {
      deliveries.push(parseJson(deliverySchema, Buffer.concat(chunks).toString()));
      answer(response);
      for (const listener of listeners) listener();
    });
  });
  return {
    ...(await openPort(server)),
    deliveries,
    wait: (isWanted, ms) =>
      new Promise((resolve) => {
        const end = (found: Delivery | null): void => {
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        const timer = setTimeout(end, ms, null);
        const look = (): void => {
          const found = deliveries.find(isWanted);
          if (found !== undefined) end(found);
        };
        listeners.add(look);
        look();
      }),
  };
}
