import type { Port } from "@tidemark/replica/rpc/page";

/** Adapts a channel between a tab and another tab's worker. It never reports that the other end is gone. */
export function channelPort(name: string): Port {
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    post(message) {
      if (!isClosed) channel.postMessage(message);
    },
    listen(onMessage) {
      channel.addEventListener("message", (event: MessageEvent<unknown>) => {
        if (!isClosed) onMessage(event.data);
      });
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
