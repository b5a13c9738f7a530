import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { parseJson } from "@tidemark/core";
import type { Random } from "../../simulation/random.ts";

/** One post of a delivery. */
export interface Post {
  readonly path: string;
  readonly event: string;
  /** Resource name. */
  readonly memo: string;
  readonly receivedMs: number;
  /** When it was answered with 200; null: it was not. */
  acknowledgedMs: number | null;
}

/** Where webhooks lead to. */
export interface DeliveryReceiver extends AsyncDisposable {
  readonly url: string;
  /** By the delivery's id, in their order. */
  readonly posts: ReadonlyMap<string, readonly Post[]>;
  /** From now on every delivery is acknowledged at once. */
  heal(): void;
}

const bodySchema = z.object({ event: z.string(), memo: z.object({ name: z.string() }) });

/** Most are acknowledged at once, some late; with `fails` a few are answered with 500, or not at all. */
export async function startDeliveryReceiver(options: {
  readonly random: Random;
  readonly fails: boolean;
}): Promise<DeliveryReceiver> {
  const { random } = options;
  const posts = new Map<string, Post[]>();
  let isHealed = false;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedMs = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { event, memo } = parseJson(bodySchema, Buffer.concat(chunks).toString());
    const path = request.url ?? "";
    const post: Post = { path, event, memo: memo.name, receivedMs, acknowledgedMs: null };
    const id = String(request.headers["webhook-id"]);
    posts.set(id, [...(posts.get(id) ?? []), post]);
    const choice = isHealed ? 1 : random.next();
    // More often than once it would be tried again only after everything else is over.
    const mayFail = options.fails && posts.get(id)?.length === 1;
    if (mayFail && choice < 0.04) {
      response.writeHead(500).end();
      return;
    }
    if (mayFail && choice < 0.06) {
      request.socket.destroy();
      return;
    }
    const lateMs = choice < 0.3 ? random.below(500) : 0;
    setTimeout(() => {
      // Of one whose sender has gone meanwhile, nobody hears.
      if (response.destroyed) return;
      post.acknowledgedMs = Date.now();
      response.end();
    }, lateMs);
  }

  const server = createServer((request, response) => {
    // Its sender was killed in the middle.
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    heal() {
      isHealed = true;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
