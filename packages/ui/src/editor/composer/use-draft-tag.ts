import { useEffect, useRef, useState } from "react";
import { useClient } from "../../data/client.tsx";
import { sendDraft } from "./send-draft.ts";

/** Tag that a composer adds to the text when it is saved. */
export interface DraftTag {
  /** Tag as in addresses, `work` or `work/*`; null for none. */
  readonly choice: string | null;
  /** Adds the tag to a text; returns the text unchanged if it has no position for the tag. */
  addTo(content: string): Promise<string>;
  remove(): void;
  /** Sets the tag again, after the memo wasn't saved. */
  restore(choice: string | null): void;
}

const loadWithTag = async () => (await import("./with-tag.ts")).withTag;

/**
 * Manages the tag of a draft: that of the list above which it was begun, unless the user removed it. A draft
 * keeps its tag in other lists, and after a restart. An empty one follows the list.
 */
export function useDraftTag(
  draftKey: string,
  { listed, hasContent }: { readonly listed: string | null; readonly hasContent: boolean },
): DraftTag {
  const client = useClient();
  const key = `${draftKey}-tag`;
  /** Tag of the draft; undefined while it follows the list. */
  const [own, setOwn] = useState<string | null | undefined>(undefined);
  const [isRead, setIsRead] = useState(false);
  const kept = useRef("");
  const choice = own === undefined ? listed : own;

  useEffect(() => {
    let isGone = false;
    const read = (draft: string, tag: string): void => {
      if (isGone) return;
      kept.current = tag;
      if (draft !== "" || tag !== "") setOwn(tag === "" ? null : tag);
      setIsRead(true);
    };
    Promise.all([client.drafts.get.query({ key: draftKey }), client.drafts.get.query({ key })])
      .then(([draft, tag]) => read(draft, tag))
      .catch(() => read("", ""));
    return () => void (isGone = true);
  }, [client, draftKey, key]);

  const had = useRef(hasContent);
  useEffect(() => {
    const isCleared = had.current && !hasContent;
    had.current = hasContent;
    if (isCleared) setOwn(undefined);
    else if (hasContent && isRead) setOwn((before) => (before === undefined ? listed : before));
  }, [hasContent, isRead, listed]);

  // A tag removed from an empty draft is back in the next list.
  useEffect(() => {
    if (!had.current) setOwn((before) => (before === null ? undefined : before));
  }, [listed]);

  useEffect(() => {
    const tag = hasContent ? (choice ?? "") : "";
    if (!isRead || kept.current === tag) return;
    kept.current = tag;
    // Without it the memo is saved all the same, and the app says where.
    sendDraft(client, key, tag).catch(() => undefined);
  }, [client, key, choice, hasContent, isRead]);

  // Loaded before it is needed, because saving shouldn't wait for it.
  useEffect(() => {
    if (choice !== null) loadWithTag().catch(() => undefined);
  }, [choice]);

  return {
    choice,
    async addTo(content) {
      if (choice === null) return content;
      const withTag = await loadWithTag().catch(() => null);
      return withTag?.(content, choice) ?? content;
    },
    remove: () => setOwn(null),
    restore: setOwn,
  };
}
