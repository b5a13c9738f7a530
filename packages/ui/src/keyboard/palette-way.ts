import type { PaletteWay } from "../state/ui-state.ts";

type Modifiers = Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "shiftKey">;

/** What is meant by Enter or a click in the palette, by the keys that are held with it. */
export function paletteWayOf({ ctrlKey, metaKey, shiftKey }: Modifiers): PaletteWay {
  if (ctrlKey || metaKey) return "panel";
  return shiftKey ? "editor" : "page";
}
