import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { linkAmong, readLink, type LinkAct } from "../page/deep-link.ts";

/** Request of a start, either the first one or one while the program is already running. */
export type StartRequest =
  | LinkAct
  /** Quick capture; `--capture` has no text. */
  | { readonly type: "capture"; readonly text: string }
  | { readonly type: "file"; readonly path: string }
  /** Started by the system at login; no window is expected. */
  | { readonly type: "hidden" }
  | { readonly type: "window" };

export const captureSwitch = "--capture";
export const hiddenSwitch = "--hidden";

/** Parses a program's arguments, including the program's path. Relative paths are resolved against `from`. */
export function readArguments(args: readonly string[], from: string): StartRequest {
  const link = linkAmong(args);
  if (link !== null) return readLink(link) ?? { type: "window" };
  const given = args.slice(1);
  const path = given
    .map((arg) => (arg.startsWith("-") ? null : pathOf(arg)))
    .findLast((each) => each !== null && /\.(?:md|markdown)$/iu.test(each));
  if (path !== undefined && path !== null) return { type: "file", path: resolve(from, path) };
  if (given.includes(captureSwitch)) return { type: "capture", text: "" };
  return given.includes(hiddenSwitch) ? { type: "hidden" } : { type: "window" };
}

/**
 * Returns the path of an argument; Linux desktops pass file URLs (`Exec=… %U`). Returns null for URLs of
 * other machines and invalid ones.
 */
function pathOf(arg: string): string | null {
  if (!/^file:/iu.test(arg)) return arg;
  try {
    return fileURLToPath(arg);
  } catch {
    return null;
  }
}
