import type { PaletteWay } from "../state/ui-state.ts";

type Modifiers = Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "shiftKey">;

/** Returns how Enter or a click in the palette opens a row, from the modifiers that are held. */
export function paletteWayOf({ ctrlKey, metaKey, shiftKey }: Modifiers): PaletteWay {
  if (ctrlKey || metaKey) return "panel";
  return shiftKey ? "editor" : "page";
}
