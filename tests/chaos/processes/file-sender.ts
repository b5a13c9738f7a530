import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Random } from "../../simulation/random.ts";
import type { Answer, Api, ChaosClient, Sent } from "./api.ts";

export interface FileSender extends ChaosClient {
  /** SHA-256 (hex) of files that the server reported as complete. */
  readonly whole: ReadonlySet<string>;
}

/** Response of `lackingBlobs`. */
const lackingSchema = z.object({ result: z.object({ data: z.array(z.string()) }) });

/**
 * Uploads files by tus as devices do, each in a few pieces. Each piece is one request and continues an
 * upload that another process may have received so far.
 */
export function createFileSender(options: {
  readonly api: Api;
  readonly token: string;
  readonly random: Random;
  readonly onFault: (fault: string) => void;
}): FileSender {
  const { random, onFault } = options;
  const whole = new Set<string>();

  const ask = (method: string, path: string, sent: Sent = {}): Promise<Answer | null> =>
    options.api.ask(method, path, {
      ...sent,
      token: options.token,
      headers: { "tus-resumable": "1.0.0", ...sent.headers },
    });

  /** Retries until a process answers. */
  async function untilKnown(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    for (;;) {
      const answer = await ask(method, path, sent);
      if (answer !== null) return answer;
      await delay(100);
    }
  }

  async function isWhole(sha256: string): Promise<boolean> {
    const input = encodeURIComponent(JSON.stringify({ hashes: [sha256] }));
    const { body } = await untilKnown("GET", `/sync/lackingBlobs?input=${input}`);
    return lackingSchema.parse(body).result.data.length === 0;
  }

  async function begin(bytes: Uint8Array, sha256: string): Promise<string | null> {
    const metadata = { filename: `${sha256}.bin`, type: "application/octet-stream", sha256 };
    const words = Object.entries(metadata).map(([name, value]) => `${name} ${base64(value)}`);
    const headers = { "upload-length": String(bytes.length), "upload-metadata": words.join(",") };
    const answer = await untilKnown("POST", "/sync/blobs", { headers });
    if (answer.status === 201) return answer.headers.get("location");
    onFault(`a file is begun with ${answer.status}: ${JSON.stringify(answer.body)}`);
    return null;
  }

  return {
    whole,
    async work() {
      const bytes = new Uint8Array(randomBytes(20_000 + random.below(200_000)));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const path = await begin(bytes, sha256);
      let offset = 0;
      let sentTo = 0;
      while (path !== null) {
        const size = Math.min(bytes.length - offset, 10_000 + random.below(60_000));
        const headers = {
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
        };
        const piece = bytes.slice(offset, offset + size);
        const answer = await ask("PATCH", path, { headers, bytes: piece });
        sentTo = Math.max(sentTo, offset + size);
        if (answer?.status === 204) {
          offset += size;
          if (offset < bytes.length) continue;
          whole.add(sha256);
          return;
        }
        const at = await untilKnown("HEAD", path);
        if (at.status === 200) {
          offset = Number(at.headers.get("upload-offset"));
          if (offset <= sentTo) continue;
          onFault(`of ${path} there are ${offset} bytes, and ${sentTo} were sent`);
          return;
        }
        // A completed upload answers 404 under its own address.
        if (sentTo === bytes.length && (await isWhole(sha256))) whole.add(sha256);
        else if (answer !== null || sentTo < bytes.length) {
          onFault(
            `${path}: ${offset} of ${bytes.length} bytes, sent to ${sentTo}: ${answer?.status} ${JSON.stringify(answer?.body)}, then ${at.status}`,
          );
        }
        return;
      }
    },
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
