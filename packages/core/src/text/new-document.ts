import * as Y from "yjs";

/**
 * An empty document. It has no name of its own: only nested documents are found by theirs, and a
 * random one took as long as applying a small update.
 */
export function newDocument(): Y.Doc {
  return new Y.Doc({ guid: "" });
}
