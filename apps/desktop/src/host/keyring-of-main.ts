import type { SecretBox } from "@tidemark/replica";
import type { SecretAnswer, ToHost } from "./host-messages.ts";
import type { ParentPort } from "./serve-host.ts";

/** Timeout of a request, which then resolves to null. Long, because the keyring may ask for a password. */
const answerMs = 60_000;

/**
 * Accesses the system's keyring through the main process, since the host can't. Texts are sent over a channel
 * private to both.
 */
export function keyringOfMain(parentPort: ParentPort, waitMs = answerMs): SecretBox {
  const waiting = new Map<number, (answer: SecretAnswer | null) => void>();
  let lastId = 0;
  parentPort.on("message", ({ data }) => {
    const message = data as ToHost;
    if (message.type === "secret") waiting.get(message.id)?.(message.answer);
  });

  function ask(act: "seal" | "open", text: string): Promise<SecretAnswer | null> {
    lastId += 1;
    const id = lastId;
    return new Promise<SecretAnswer | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), waitMs);
      waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      parentPort.postMessage({ type: "secret", id, act, text });
    }).finally(() => waiting.delete(id));
  }

  return {
    seal: async (text) => (await ask("seal", text))?.text ?? null,
    open: (sealed) => ask("open", sealed),
  };
}
