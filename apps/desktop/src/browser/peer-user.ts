import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** One end of a connection over IPv4. */
export interface End {
  readonly address: string;
  readonly port: number;
}

/** The kernel returns its table in pieces, so a read may miss a row while other connections end. */
const maxReads = 3;

/** The other end of a listening socket. */
const anyEnd: End = { address: "0.0.0.0", port: 0 };

const users = new WeakMap<Socket, Promise<number | null>>();

/**
 * Returns the user id of the process at the other end of a local connection. Returns null if the system
 * doesn't report it, for IPv6, and for closed connections. Reads the table once per connection.
 */
export function userOfPeer(socket: Socket): Promise<number | null> {
  let user = users.get(socket);
  if (user === undefined) {
    user = findUserOfPeer(socket);
    users.set(socket, user);
  }
  return user;
}

async function findUserOfPeer(socket: Socket): Promise<number | null> {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  if (remoteAddress === undefined || remotePort === undefined) return null;
  if (localAddress === undefined || localPort === undefined) return null;
  const peer = { address: remoteAddress, port: remotePort };
  const own = { address: localAddress, port: localPort };
  for (let reads = 0; reads < maxReads; reads += 1) {
    const user = userIn(await connections(), peer, own);
    if (user !== null) return user;
  }
  return null;
}

/** Returns true if the system reports users of connections, tested with the listener's own socket. */
export async function namesUsers(listener: End): Promise<boolean> {
  return userIn(await connections(), listener, anyEnd) !== null;
}

/** Returns Linux's table of IPv4 connections; empty on other systems or if it can't be read. */
function connections(): Promise<string> {
  return readFile("/proc/net/tcp", "utf8").catch(() => "");
}

/** Returns the user of the socket that has the connection from one end to another (proc_net_tcp). */
export function userIn(table: string, from: End, to: End): number | null {
  const local = written(from);
  const remote = written(to);
  if (local === null || remote === null) return null;
  for (const line of table.split("\n")) {
    const fields = line.trim().split(/\s+/);
    if (fields[1] !== local || fields[2] !== remote) continue;
    // Sockets that no process holds are listed with user 0.
    if ((fields[9] ?? "0") === "0") continue;
    const user = fields[7] ?? "";
    return /^\d+$/.test(user) ? Number(user) : null;
  }
  return null;
}

/** Returns an end in the table's format: the address as one host-order number in hex, then the port. */
function written({ address, port }: End): string | null {
  const bytes = address.split(".");
  if (bytes.length !== 4 || !bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) < 256)) {
    return null;
  }
  const hex = (number: number, digits: number): string =>
    number.toString(16).toUpperCase().padStart(digits, "0");
  // Assumes a little-endian machine, like all that Node supports here.
  const host = bytes.toReversed().map((byte) => hex(Number(byte), 2));
  return `${host.join("")}:${hex(port, 4)}`;
}
