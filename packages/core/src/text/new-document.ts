import * as Y from "yjs";

/**
 * Creates an empty document. The guid is empty, because only nested documents need one, and generating a
 * random one takes as long as applying a small update.
 */
export function newDocument(): Y.Doc {
  return new Y.Doc({ guid: "" });
}
