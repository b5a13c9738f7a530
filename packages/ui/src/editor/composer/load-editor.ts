import type { QueryClient } from "@tanstack/react-query";
import type * as editorParts from "./editor-parts.ts";
import { whenAtRest } from "../../lazy/when-at-rest.ts";

export type EditorParts = typeof editorParts;

let loaded: EditorParts | null = null;
let loading: Promise<EditorParts> | null = null;

/** The editor, where it has come already. */
export function loadedEditor(): EditorParts | null {
  return loaded;
}

/** The editor. What could not be read, as while the host is away, is asked for again the next time. */
export function loadEditor(): Promise<EditorParts> {
  loading ??= Promise.all([
    import("./editor-parts.ts"),
    // Its grammar is here before it: nobody is to write a list into an editor that knows none.
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

/** Brings the editor once nobody needs anything else. Gives what takes that back. */
export function prefetchEditor(queries: QueryClient): () => void {
  return whenAtRest(queries, () => void loadEditor().catch(() => undefined));
}
