import { sharedNowMs } from "./device-calls.ts";

// Keeps subscriptions open, each on its own connection like a device, and reports when the last one was
// notified. Arguments: the server's address, then a bearer token for each.
const [url = "", ...bearers] = process.argv.slice(2);

let heard = 0;
for (const bearer of bearers) await follow(bearer);
process.send?.({ type: "connected" });

/** Resolves once the server has responded; then counts every message with data. */
async function follow(bearer: string): Promise<void> {
  const response = await fetch(`${url}/sync/poke`, {
    headers: { authorization: `Bearer ${bearer}`, accept: "text/event-stream" },
  });
  if (response.status !== 200 || response.body === null) {
    throw new Error(`a subscription was answered with ${response.status}`);
  }
  const events = response.body.pipeThrough(new TextDecoderStream());
  const { promise, resolve } = Promise.withResolvers<void>();
  void (async () => {
    for await (const text of events) {
      if (text.includes("event: serialized-error")) throw new Error(text);
      resolve();
      for (const message of text.split("\n\n")) {
        // The greeting and the pings are named events.
        if (message.includes("data: [") && !message.includes("event: ")) count();
      }
    }
  })();
  await promise;
}

function count(): void {
  heard += 1;
  if (heard % bearers.length === 0) process.send?.({ type: "all-poked", atMs: sharedNowMs() });
}

process.once("disconnect", () => process.exit(0));
