import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { parseJson } from "@tidemark/core";

/** Follows `/api/v1/sse` and reconnects whenever the stream breaks. */
export interface EventListener {
  /** Received events, oldest first. */
  readonly heard: readonly HeardEvent[];
  stop(): Promise<void>;
}

const eventSchema = z.object({ id: z.string(), type: z.string(), name: z.string().optional() });
type HeardEvent = z.infer<typeof eventSchema>;

/** Starts a listener that receives every event from the first one on. */
export function startEventListener(options: {
  readonly url: string;
  readonly token: string;
  readonly onFault: (fault: string) => void;
}): EventListener {
  const { url, token, onFault } = options;
  const heard: HeardEvent[] = [];
  const stopping = new AbortController();

  async function follow(): Promise<void> {
    // "0" requests all events, also after a stream that broke before its first event.
    const lastId = heard.at(-1)?.id ?? "0";
    const answer = await fetch(`${url}/api/v1/sse`, {
      headers: { authorization: `Bearer ${token}`, "last-event-id": lastId },
      signal: stopping.signal,
    });
    if (answer.status !== 200 || answer.body === null) {
      const text = await answer.text();
      if (answer.status !== 503) onFault(`a stream is answered with ${answer.status}: ${text}`);
      return;
    }
    let rest = "";
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) take(block);
    }
  }

  function take(block: string): void {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined) return;
    const event = parseJson(eventSchema, data);
    const last = heard.at(-1);
    if (event.type === "stream.gap") onFault(`a stream has a gap before ${event.id}`);
    if (last !== undefined && Number(event.id) <= Number(last.id)) {
      onFault(`event ${event.id} was heard after ${last.id}`);
    }
    heard.push(event);
  }

  const following = (async () => {
    while (!stopping.signal.aborted) {
      await follow().catch(() => undefined);
      await delay(100);
    }
  })();
  return {
    heard,
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
