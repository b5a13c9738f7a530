import { newResourceId } from "@tidemark/core";
import { useMemo } from "react";
import { useClient, type TidemarkClient } from "../data/client.tsx";

/** The memo that a draft is becoming, and of which nobody knows yet whether it was made. */
export interface SentMemo {
  /** Takes up the id that was kept beside a draft which is offered again, as after its tab was closed. */
  found(content: string): Promise<void>;
  /** The id under which a text is sent: that of its last time, when nobody knows what became of it. */
  send(content: string): string;
  failed(sent: { readonly id: string; readonly content: string }): void;
  made(id: string): void;
}

/** Keeps the id of the memo beside the draft with this key, so that saving it again makes no other. */
export function useSentMemo(key: string): SentMemo {
  const client = useClient();
  return useMemo(() => sentMemo(client, `${key}-sent`), [client, key]);
}

function sentMemo(client: TidemarkClient, key: string): SentMemo {
  let uncertain: { readonly id: string; readonly content: string } | null = null;
  let kept = "";

  function keep(id: string): void {
    kept = id;
    // If the id cannot be saved, the memo cannot be saved either.
    client.drafts.set.mutate({ key, content: id }).catch(() => undefined);
  }

  return {
    async found(content) {
      const id = await client.drafts.get.query({ key }).catch(() => "");
      if (id !== "" && kept === "") uncertain ??= { id, content };
    },
    send(content) {
      const id = uncertain?.content === content ? uncertain.id : newMemoId();
      uncertain = null;
      keep(id);
      return id;
    },
    failed(sent) {
      uncertain = sent;
      if (kept !== sent.id) keep(sent.id);
    },
    made(id) {
      if (kept === id) keep("");
    },
  };
}

/** As the host makes them, so that a memo which is sent twice is one. */
function newMemoId(): string {
  return newResourceId((size) => crypto.getRandomValues(new Uint8Array(size)));
}
