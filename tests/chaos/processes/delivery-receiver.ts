import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { parseJson } from "@tidemark/core";
import type { Random } from "../../simulation/random.ts";

/** One POST of a delivery. */
export interface Post {
  readonly path: string;
  readonly event: string;
  /** Resource name. */
  readonly memo: string;
  readonly receivedMs: number;
  /** Time of the 200 response; null if there was none. */
  acknowledgedMs: number | null;
}

/** Server that the webhooks post to. */
export interface DeliveryReceiver extends AsyncDisposable {
  readonly url: string;
  /** Posts by the delivery's id, oldest first. */
  readonly posts: ReadonlyMap<string, readonly Post[]>;
  /** Makes the receiver acknowledge every later delivery immediately. */
  heal(): void;
}

const bodySchema = z.object({ event: z.string(), memo: z.object({ name: z.string() }) });

/**
 * Starts a receiver that acknowledges most deliveries immediately and some late. With `fails` it answers
 * a few with 500, or closes the connection.
 */
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
    // A second failure would delay the retry until after the run.
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
      // The sender closed the connection and doesn't receive the response.
      if (response.destroyed) return;
      post.acknowledgedMs = Date.now();
      response.end();
    }, lateMs);
  }

  const server = createServer((request, response) => {
    // The sender was killed while posting.
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
