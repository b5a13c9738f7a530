import type { Drawing } from "./diagram-page.ts";

type Draw = (text: string) => Promise<Drawing>;

let loading: Promise<Draw> | null = null;

/** The drawing of a diagram; null where what draws cannot be loaded now. */
export async function lazyDiagrams(text: string): Promise<Drawing | null> {
  loading ??= import("./diagram-page.ts").then(({ drawDiagram }) => drawDiagram);
  try {
    return await (
      await loading
    )(text);
  } catch {
    loading = null;
    return null;
  }
}
