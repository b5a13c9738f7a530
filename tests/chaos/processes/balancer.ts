import {
  createServer,
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** Spreads requests over processes that stop and restart. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Number of requests forwarded to each process, in the order of `ports`. */
  readonly given: readonly number[];
}

interface Target {
  readonly port: number;
  isUp: boolean;
  given: number;
}

/** Delay between health checks of a process that is down. */
const askEveryMs = 100;
const askTimeoutMs = 2000;

/**
 * Starts a round-robin balancer, which sends consecutive requests of a client to different processes:
 * this reveals state that a process doesn't share. A process that refuses a connection counts as down
 * until it answers `/healthz`. A request that no process has accepted is retried on the next one. If a
 * process ends during a request, the client's connection is closed, because the outcome is unknown.
 * Answers 503 while no process is up.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const targets: Target[] = ports.map((port) => ({ port, isUp: false, given: 0 }));
  let turn = 0;

  function next(tried: ReadonlySet<Target>): Target | undefined {
    for (let step = 1; step <= targets.length; step += 1) {
      const at = (turn + step) % targets.length;
      const target = targets[at];
      if (target?.isUp !== true || tried.has(target)) continue;
      turn = at;
      return target;
    }
    return undefined;
  }

  function pass(from: IncomingMessage, to: ServerResponse, tried: ReadonlySet<Target>): void {
    const target = next(tried);
    if (target === undefined) {
      to.writeHead(503, { "retry-after": "1", "content-type": "text/plain" });
      to.end("no process is up");
      return;
    }
    // One connection per request: a pooled one could be dead, which is detected too late.
    const upstream = request({
      host: "127.0.0.1",
      port: target.port,
      method: from.method,
      path: from.url,
      headers: { ...withoutHops(from.headers), connection: "close" },
      agent: false,
    });
    let hasBegun = false;
    upstream.once("socket", (socket) => {
      socket.setNoDelay(true);
      socket.once("connect", () => {
        hasBegun = true;
        target.given += 1;
        from.pipe(upstream);
      });
    });
    upstream.once("response", (answer) => {
      to.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
      // Event streams send their headers before the first event.
      to.flushHeaders();
      answer.pipe(to);
      answer.once("error", () => to.destroy());
    });
    upstream.once("error", () => {
      target.isUp = false;
      if (hasBegun || from.destroyed) from.socket.destroy();
      else pass(from, to, new Set([...tried, target]));
    });
    to.once("close", () => upstream.destroy());
  }

  const server = createServer((from, to) => pass(from, to, new Set()));
  // An idle event stream isn't a fault.
  server.requestTimeout = 0;
  await Promise.all(targets.map(look));
  const looking = setInterval(() => {
    for (const target of targets) if (!target.isUp) void look(target);
  }, askEveryMs);
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get given() {
      return targets.map((target) => target.given);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(looking);
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function look(target: Target): Promise<void> {
  return new Promise((done) => {
    const asked = get(
      { host: "127.0.0.1", port: target.port, path: "/healthz", agent: false },
      (answer) => {
        answer.resume();
        if (answer.statusCode === 200) target.isUp = true;
        done();
      },
    );
    asked.setTimeout(askTimeoutMs, () => asked.destroy());
    asked.once("error", () => done());
  });
}

/** Removes hop-by-hop headers (RFC 9110, 7.6.1). */
function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...others } = headers;
  return others;
}
