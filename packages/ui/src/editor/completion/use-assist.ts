import type { Extension } from "@codemirror/state";
import { type RefObject, useCallback, useRef } from "react";
import { useClient } from "../../data/client.tsx";
import { useTags } from "../../data/queries.ts";

/** Gives what brings an editor's help, once the editor is there. */
export function useAssist(
  memoId: string | null,
  fileInput: RefObject<HTMLInputElement | null>,
): () => Promise<Extension> {
  const client = useClient();
  const { data } = useTags();
  const tags = useRef(data);
  tags.current = data;
  return useCallback(async () => {
    const { assist } = await import("./assist.ts");
    return assist({
      client,
      memoId,
      tags: () => tags.current ?? [],
      chooseFiles: () => fileInput.current?.click(),
    });
  }, [client, memoId, fileInput]);
}
