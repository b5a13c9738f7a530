import { useEffect, useMemo, useRef } from "react";
import { useClient } from "../data/client.tsx";

const keepAfterMs = 300;

export interface Draft {
  /** Keeps a text a moment after the last change of it. */
  keep(content: string): void;
  /** Keeps it now. */
  keepNow(content: string): void;
}

/** A stored draft: given to `onFound` when there is one, kept while one types and when the page goes. */
export function useDraft(key: string, onFound: (content: string) => void): Draft {
  const client = useClient();
  const found = useRef(onFound);
  found.current = onFound;
  const draft = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: string | null = null;
    const flush = (): void => {
      clearTimeout(timer);
      if (waiting === null) return;
      const content = waiting;
      waiting = null;
      client.drafts.set.mutate({ key, content }).catch(() => {
        // The text is still in the editor; the next key tries again.
        waiting ??= content;
      });
    };
    return {
      flush,
      keep(content: string) {
        waiting = content;
        clearTimeout(timer);
        timer = setTimeout(flush, keepAfterMs);
      },
      keepNow(content: string) {
        waiting = content;
        flush();
      },
    };
  }, [client, key]);

  useEffect(() => {
    let isGone = false;
    client.drafts.get.query({ key }).then(
      (content) => {
        if (!isGone && content !== "") found.current(content);
      },
      () => undefined,
    );
    window.addEventListener("pagehide", draft.flush);
    return () => {
      isGone = true;
      window.removeEventListener("pagehide", draft.flush);
      draft.flush();
    };
  }, [client, key, draft]);
  return draft;
}
