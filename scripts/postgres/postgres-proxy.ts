import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** Proxy to PostgreSQL that can simulate network failures. */
export interface PostgresProxy extends AsyncDisposable {
  /** Returns a database's URL through the proxy. */
  through(url: string): string;
  /**
   * Simulates a host that loses power: connections stay open without traffic, and new ones are accepted but
   * not answered.
   */
  fallSilent(): void;
  /** Resolves with the next new connection. */
  nextConnection(): Promise<void>;
  /** Answers new connections again. Earlier connections stay silent. */
  speakAgain(): void;
}

export interface ProxyOptions {
  /**
   * Rejects connections with startup parameters other than these, as PgBouncer does; absent to accept all.
   */
  readonly settings?: readonly string[];
  /** Transforms the bytes that a client sends to PostgreSQL. */
  readonly toServer?: (bytes: Buffer) => Buffer;
}

/** Opens a proxy to the PostgreSQL on a local port. */
export async function openPostgresProxy(
  port: number,
  { settings, toServer = (bytes) => bytes }: ProxyOptions = {},
): Promise<PostgresProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  /** Incremented by `fallSilent`: connections from before stay silent. */
  let times = 0;
  let begun = Promise.withResolvers<void>();
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    hold(client);
    begun.resolve();
    begun = Promise.withResolvers();
    client.setNoDelay(true);
    if (isSilent) {
      // Reads the data, so the close by the client is noticed.
      client.resume();
      return;
    }
    const ofTimes = times;
    const isDead = (): boolean => times !== ofTimes;
    const upstream = connect(port, "127.0.0.1");
    hold(upstream);
    upstream.setNoDelay(true);
    let isBegun = settings === undefined;
    client.on("data", (bytes) => {
      if (isDead()) return;
      if (!isBegun) {
        const begun = startupSettings(bytes);
        isBegun = begun !== null;
        const refused = begun?.find((name) => settings?.includes(name) === false);
        if (refused !== undefined) {
          client.end(errorMessage("08P01", `unsupported startup parameter: ${refused}`));
          upstream.destroy();
          return;
        }
      }
      upstream.write(toServer(bytes));
    });
    upstream.on("data", (bytes) => {
      if (!isDead()) client.write(bytes);
    });
    client.on("end", () => {
      if (!isDead()) upstream.end();
    });
    upstream.on("end", () => {
      if (!isDead()) client.end();
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => {
      if (!isDead()) client.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = server.address() as AddressInfo;
  return {
    through(url) {
      const changed = new URL(url);
      changed.hostname = "127.0.0.1";
      changed.port = String(address.port);
      return changed.href;
    },
    fallSilent() {
      isSilent = true;
      times += 1;
    },
    nextConnection: () => begun.promise,
    speakAgain() {
      isSilent = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

const startupVersion = 196_608;

/**
 * Returns the names of a connection's startup parameters; null for earlier messages, such as the TLS request.
 */
function startupSettings(bytes: Buffer): string[] | null {
  if (bytes.readInt32BE(4) !== startupVersion) return null;
  const texts = bytes.toString("utf8", 8).split("\0");
  return texts.filter((text, at) => at % 2 === 0 && text !== "");
}

/** Returns PostgreSQL's error message in wire format. */
function errorMessage(state: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
