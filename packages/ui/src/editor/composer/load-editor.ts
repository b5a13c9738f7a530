import type { QueryClient } from "@tanstack/react-query";
import type * as editorParts from "./editor-parts.ts";
import { whenAtRest } from "../../lazy/when-at-rest.ts";

export type EditorParts = typeof editorParts;

let loaded: EditorParts | null = null;
let loading: Promise<EditorParts> | null = null;

/** Returns the editor if it is loaded, else `null`. */
export function loadedEditor(): EditorParts | null {
  return loaded;
}

/** Loads the editor. A failed import, for instance while the host is down, is retried the next time. */
export function loadEditor(): Promise<EditorParts> {
  loading ??= Promise.all([
    import("./editor-parts.ts"),
    // Loads its grammar first: list keys don't work in an editor without one.
    import("../markdown/markdown-language.ts"),
    import("../completion/assist.ts"),
  ]).then(
    ([parts]) => (loaded = parts),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Loads the editor once the app is idle. Returns a function that cancels this. */
export function prefetchEditor(queries: QueryClient): () => void {
  return whenAtRest(queries, () => void loadEditor().catch(() => undefined));
}
