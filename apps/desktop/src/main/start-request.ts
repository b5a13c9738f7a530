import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { linkAmong, readLink, type LinkAct } from "../page/deep-link.ts";

/** What a start asks for, the first or one on a program that runs. */
export type StartRequest =
  | LinkAct
  /** Quick capture without a text: `--capture`. */
  | { readonly type: "capture"; readonly text: string }
  | { readonly type: "file"; readonly path: string }
  /** By the system, with nobody waiting for a window. */
  | { readonly type: "hidden" }
  | { readonly type: "window" };

export const captureSwitch = "--capture";
export const hiddenSwitch = "--hidden";

/** Reads a program's arguments, the program first. Paths are named from where it was started. */
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

/** What Linux desktops hand over is an address (`Exec=… %U`). null: of another machine, or of no file. */
function pathOf(arg: string): string | null {
  if (!/^file:/iu.test(arg)) return arg;
  try {
    return fileURLToPath(arg);
  } catch {
    return null;
  }
}
