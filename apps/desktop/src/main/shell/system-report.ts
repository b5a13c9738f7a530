import { release, totalmem, type } from "node:os";
import { app } from "electron";
import type { ShellState } from "@tidemark/ui";
import { lastLines } from "../../log/rotating-log.ts";

/** Number of lines included from the end of each log. */
const lines = 100;

/** Returns a support report about the program and the machine. It contains no memo content. */
export function systemReport(logsDir: string, state: ShellState): string {
  const { electron, chrome, node } = process.versions;
  const { shortcut, settings, hasTray, startsAtLogin } = state;
  return [
    `Tidemark ${app.getVersion()}, Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `${type()} ${release()} ${process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `session: ${process.env["XDG_SESSION_TYPE"] ?? "-"}, desktop: ${process.env["XDG_CURRENT_DESKTOP"] ?? "-"}`,
    `packaged: ${app.isPackaged}`,
    `keys: ${shortcut.state}, tray: ${hasTray}, closing: ${settings.closing}, starts with the system: ${startsAtLogin ?? "-"}`,
    ...["main", "host"].flatMap((name) => ["", `${name}.log`, ...lastLines(logsDir, name, lines)]),
  ].join("\n");
}
