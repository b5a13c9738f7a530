import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** One end of a connection over IPv4. */
export interface End {
  readonly address: string;
  readonly port: number;
}

/**
 * The id of the user whose process is at the other end of a connection within this machine. Linux says
 * it; null elsewhere, for IPv6, and for a connection that has ended.
 */
export async function userOfPeer(socket: Socket): Promise<number | null> {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  if (remoteAddress === undefined || remotePort === undefined) return null;
  if (localAddress === undefined || localPort === undefined) return null;
  const table = await readFile("/proc/net/tcp", "utf8").catch(() => "");
  const peer = { address: remoteAddress, port: remotePort };
  return userIn(table, peer, { address: localAddress, port: localPort });
}

/** Who has the connection from one end to another, by the kernel's table of connections (proc_net_tcp). */
export function userIn(table: string, from: End, to: End): number | null {
  const local = written(from);
  const remote = written(to);
  if (local === null || remote === null) return null;
  for (const line of table.split("\n")) {
    const fields = line.trim().split(/\s+/);
    if (fields[1] !== local || fields[2] !== remote) continue;
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
