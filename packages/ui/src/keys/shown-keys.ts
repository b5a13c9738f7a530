import { hasOtherScript, type Layout, useLayout } from "./layout.ts";
import { usKeyOf } from "./us-keys.ts";

/** Returns keys of the table of commands as the keys of a keyboard: `Ctrl+P` as `Ctrl+З` on a Russian one. */
export function keysOn(layout: Layout, keys: string): string {
  return keys
    .split(" ")
    .map((each) => keyOn(layout, each))
    .join(" ");
}

function keyOn(layout: Layout, keys: string): string {
  const held = /^(?:(?:Ctrl|Alt|Shift)\+)*/.exec(keys)?.[0] ?? "";
  const key = keys.slice(held.length);
  if (!/^[!-~]$/.test(key) || /\d/.test(key)) return keys;
  const { plain, shifted } = layout;
  if ([...plain.values()].includes(key.toLowerCase())) return keys;
  const behindShift = plain.get(shifted.get(key) ?? "");
  if (behindShift !== undefined) {
    // Without Ctrl, the sign is typed as always.
    return held === "" ? keys : `${held}Shift+${behindShift.toUpperCase()}`;
  }
  const there = plain.get(usKeyOf(key));
  if (there === undefined || /^[ -~]$/.test(there) || !hasOtherScript(layout)) return keys;
  const isCapital = held !== "" || key !== key.toLowerCase();
  return `${held}${isCapital ? there.toUpperCase() : there}`;
}

/** Returns a function that writes keys of the table of commands as those of this keyboard. */
export function useKeysHere(): (keys: string) => string {
  const layout = useLayout();
  return (keys) => keysOn(layout, keys);
}
