import type { Extension } from "@codemirror/state";
import { useCallback, useRef } from "react";
import type { Uploads } from "../../attachments/uploads/use-uploads.ts";
import { useClient } from "../../data/client.tsx";
import { useTags } from "../../data/queries.ts";

/** Returns a function that loads the editor's writing help. `record` starts a recording in the editor. */
export function useAssist(
  memoId: string | null,
  { attach, drop }: Uploads,
  record: (isOn: boolean) => void,
): () => Promise<Extension> {
  const client = useClient();
  const { data } = useTags();
  const tags = useRef(data);
  tags.current = data;
  return useCallback(async () => {
    const { assist } = await import("./assist.ts");
    const uploads = { attach, drop };
    return assist({ client, memoId, tags: () => tags.current ?? [], uploads, record });
  }, [client, memoId, attach, drop, record]);
}
