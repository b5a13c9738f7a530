import { hasOtherScript, isBackslashOf, type Layout, useLayout } from "./layout.ts";
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
  const there = placeOn(layout, held, key);
  if (there === null) return keys;
  const isCapital = held !== "" || key !== key.toLowerCase();
  return `${held}${isCapital ? there.toUpperCase() : there}`;
}

/** Returns what the key in the place of a character writes, if it counts as the character. */
function placeOn(layout: Layout, held: string, key: string): string | null {
  const code = usKeyOf(key);
  const there = layout.plain.get(code);
  if (there === undefined) return null;
  // A sign that has a command of its own keeps it.
  if (held.includes("Ctrl") && isBackslashOf(layout, code) && !/[,/]/.test(there)) return there;
  return /^[ -~]$/.test(there) || !hasOtherScript(layout) ? null : there;
}

/** Returns a function that writes keys of the table of commands as those of this keyboard. */
export function useKeysHere(): (keys: string) => string {
  const layout = useLayout();
  return (keys) => keysOn(layout, keys);
}
