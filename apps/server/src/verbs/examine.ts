import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../cli/config.ts";
import { askControl } from "../control/control-socket.ts";
import { createDiskSpace } from "../disk/disk-space.ts";
import { diskPlaces } from "../start/disk-places.ts";
import { finding } from "./finding.ts";

type Examined = Pick<Config, "data" | "files" | "s3" | "database" | "secretKeyFile">;

/**
 * Examines the place of a server, and the server if it runs: disks, access by other users, key, clock, proxy and database.
 * Returns one line each. Changes nothing.
 */
export async function examine(config: Examined): Promise<string[]> {
  const key = config.secretKeyFile ?? join(config.data, "secret.key");
  const lines = [
    await closedToOthers("folder", config.data, "700"),
    await closedToOthers("key", key, "600"),
    await freeDisk(config),
  ];
  const answer = await askControl(config.data, { command: "doctor" });
  if (answer === null) {
    return [
      ...lines,
      `server: not running with ${config.data}: start it, to examine clock, proxy and database`,
    ];
  }
  if (!answer.ok) return [...lines, finding("server", answer.message)];
  return [...lines, finding("server", null), ...answer.lines];
}

/** Examines whether only this user can open a path. Windows has no modes. */
async function closedToOthers(name: string, path: string, mode: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code ?? "unknown");
  if (found === "ENOENT") {
    return finding(name, `${path} is missing: the first start creates it, or restore your own`);
  }
  if (typeof found === "string") return finding(name, `${path} can't be read (${found})`);
  if (process.platform === "win32") return finding(name, null);
  const own = process.getuid?.();
  if (own !== undefined && found.uid !== own && own !== 0) {
    return finding(name, `${path} belongs to another user: run this as the server's user`);
  }
  const isOpen = (found.mode & 0o077) !== 0;
  return finding(name, isOpen ? `other users can open ${path}: chmod ${mode} ${path}` : null);
}

async function freeDisk(config: Examined): Promise<string> {
  const disk = createDiskSpace(diskPlaces(config));
  await disk.look();
  const free = disk.free().map(({ name, bytes }) => `${name} ${Math.round(bytes / 1e6)} MB free`);
  const problem = `less than 64 MiB are free: ${free.join(", ")}; delete something or enlarge it`;
  return finding("disk", disk.isShort() ? problem : null, free.join(", "));
}
