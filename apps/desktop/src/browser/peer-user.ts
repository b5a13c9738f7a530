import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** One end of a connection over IPv4. */
export interface End {
  readonly address: string;
  readonly port: number;
}

/** The kernel reads its table out in pieces, so a row can be missed while other connections end. */
const maxReads = 3;

/** The other end of a listening socket. */
const anyEnd: End = { address: "0.0.0.0", port: 0 };

const users = new WeakMap<Socket, Promise<number | null>>();

/**
 * Returns the id of the user whose process is at the other end of a connection within this machine: null
 * where the system doesn't say, for IPv6, and for a connection that has ended. Looks once per connection.
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

/** Returns whether the system names the users of connections, which it does if it names the listener's. */
export async function namesUsers(listener: End): Promise<boolean> {
  return userIn(await connections(), listener, anyEnd) !== null;
}

/** Linux's table of connections over IPv4; empty elsewhere, and where it can't be read. */
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
    // No process holds the socket any more, so the kernel shows its user as 0.
    if ((fields[9] ?? "0") === "0") continue;
    const user = fields[7] ?? "";
    return /^\d+$/.test(user) ? Number(user) : null;
  }
  return null;
}

/** As the table has it: the four bytes of the address as one number of this machine, in hex, and the port. */
function written({ address, port }: End): string | null {
  const bytes = address.split(".");
  if (bytes.length !== 4 || !bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) < 256)) {
    return null;
  }
  const hex = (number: number, digits: number): string =>
    number.toString(16).toUpperCase().padStart(digits, "0");
  // Node runs on machines alone whose lowest byte comes first.
  const host = bytes.toReversed().map((byte) => hex(Number(byte), 2));
  return `${host.join("")}:${hex(port, 4)}`;
}
