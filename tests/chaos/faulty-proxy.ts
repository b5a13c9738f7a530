import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Fault of a connection, drawn when it opens. */
export type Fault = "none" | "slow" | "cut" | "half-open" | "repeat";

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of connections so far, by fault. */
  readonly suffered: Readonly<Record<Fault, number>>;
  /** Ends all faults and closes the open connections. */
  heal(): void;
}

/** Maximum size in bytes of a request that is buffered and sent a second time. */
const maxKeptBytes = 64 * 1024;

/**
 * Starts a TCP proxy to a local port that injects faults. `slow` delays every chunk. `cut` closes both
 * sides in the middle of a response. `half-open` stops forwarding without closing. `repeat` sends the
 * request a second time over a separate connection, like a network that delivers late.
 */
export async function startFaultyProxy(options: {
  readonly targetPort: number;
  readonly draw: () => Fault;
  /** From 0 to 1. */
  readonly random: () => number;
}): Promise<FaultyProxy> {
  const { targetPort, random } = options;
  const suffered = { none: 0, slow: 0, cut: 0, "half-open": 0, repeat: 0 };
  const open = new Set<Socket>();
  let isHealed = false;

  const server = createServer((client) => {
    const fault = isHealed ? "none" : options.draw();
    suffered[fault] += 1;
    const upstream = connect(targetPort, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => open.delete(socket));
    }
    const cutAfter = fault === "cut" || fault === "half-open" ? 100 + random() * 4000 : Infinity;
    let passed = 0;
    let isDead = false;
    const kept: Buffer[] = [];

    const carry = (from: Socket, to: Socket, isAnswer: boolean): void => {
      from.on("data", (chunk: Buffer) => {
        if (isDead && !isHealed) return;
        passed += isAnswer ? chunk.length : 0;
        if (!isAnswer && fault === "repeat") kept.push(chunk);
        if (passed > cutAfter && !isHealed) {
          isDead = true;
          if (fault === "half-open") return;
          to.write(chunk.subarray(0, chunk.length >> 1));
          client.destroy();
          upstream.destroy();
          return;
        }
        if (fault !== "slow" || isHealed) to.write(chunk);
        else setTimeout(() => to.write(chunk), 20 + random() * 400);
      });
      from.on("close", () => {
        if (fault === "half-open" && isDead && !isHealed) return;
        setTimeout(() => to.destroy(), fault === "slow" ? 500 : 0);
      });
    };
    carry(client, upstream, false);
    carry(upstream, client, true);
    upstream.on("close", () => repeat(targetPort, kept, open));
  });

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const cutAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    suffered,
    heal() {
      isHealed = true;
      cutAll();
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      cutAll();
      await closed;
    },
  };
}

function repeat(port: number, kept: readonly Buffer[], open: Set<Socket>): void {
  const bytes = Buffer.concat(kept);
  if (bytes.length === 0 || bytes.length > maxKeptBytes) return;
  const again = connect(port, "127.0.0.1", () => again.write(bytes));
  open.add(again);
  again.on("error", () => again.destroy());
  again.on("close", () => open.delete(again));
  again.resume();
  setTimeout(() => again.destroy(), 2_000).unref();
}
