import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** A line to PostgreSQL that can fail as networks do. */
export interface PostgresProxy extends AsyncDisposable {
  /** The address of a database by way of it. */
  through(url: string): string;
  /**
   * Falls silent, as a host that loses its power: connections stay open and nothing more comes over them,
   * new ones are taken and not answered.
   */
  fallSilent(): void;
  /** Resolves with the next connection that is begun. */
  nextConnection(): Promise<void>;
  /** Answers new connections again. Those of before stay as they are. */
  speakAgain(): void;
}

export interface ProxyOptions {
  /**
   * Refuses connections that begin with other settings than these, as PgBouncer does; absent: takes all.
   */
  readonly settings?: readonly string[];
  /** What goes to PostgreSQL in place of what a client sends. */
  readonly toServer?: (bytes: Buffer) => Buffer;
}

/** Opens one in front of the PostgreSQL at a port of this machine. */
export async function openPostgresProxy(
  port: number,
  { settings, toServer = (bytes) => bytes }: ProxyOptions = {},
): Promise<PostgresProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  /** Rises when it falls silent: lines of before stay dead. */
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
      // Read, so that it is noticed when the other side gives it up.
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

/** The names of what a connection begins with; null for what comes before, such as the question for TLS. */
function startupSettings(bytes: Buffer): string[] | null {
  if (bytes.readInt32BE(4) !== startupVersion) return null;
  const texts = bytes.toString("utf8", 8).split("\0");
  return texts.filter((text, at) => at % 2 === 0 && text !== "");
}

/** A message with which PostgreSQL refuses something. */
function errorMessage(state: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
