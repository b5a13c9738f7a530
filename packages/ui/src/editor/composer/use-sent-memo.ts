import type { MemoView } from "@tidemark/core/router";
import { useMemo } from "react";
import { useClient, type TidemarkClient } from "../../data/client.tsx";
import { newId } from "../../data/new-id.ts";
import { sendDraft } from "./send-draft.ts";
import type { FoundWhere } from "./use-draft.ts";

/** Draft that is found again, for instance after its tab was closed. */
export interface FoundDraft {
  /** Text to offer: the draft without the texts that are already memos. */
  readonly offered: string;
  /** Ids of those memos; not needed once the draft is stored without their texts. */
  readonly made: readonly string[];
}

/** Memos sent from a draft whose creation this page hasn't seen confirmed. */
export interface SentMemo {
  /** Queries which texts of a draft became memos before their page was left. */
  found(draft: string, where: FoundWhere): Promise<FoundDraft>;
  /** Returns the id to send a text under: the previous one if its outcome is unknown. */
  send(content: string): string;
  failed(sent: { readonly id: string; readonly content: string }): void;
  /** Called when the memos exist and the draft is stored without them. */
  made(ids: readonly string[]): void;
}

/** Stores the ids of the memos beside the draft with this key, so saving it again creates no duplicates. */
export function useSentMemo(key: string): SentMemo {
  const client = useClient();
  return useMemo(() => sentMemo(client, key), [client, key]);
}

function sentMemo(client: TidemarkClient, draftKey: string): SentMemo {
  const key = `${draftKey}-sent`;
  let uncertain: { readonly id: string; readonly content: string } | null = null;
  /** Ids stored beside the draft, in the order they were sent. */
  let kept: readonly string[] = [];

  function keep(ids: readonly string[]): void {
    kept = ids;
    // If the ids cannot be saved, the memo cannot be saved either.
    sendDraft(client, key, ids.join(" ")).catch(() => undefined);
  }

  return {
    async found(draft, where) {
      const stored = await client.drafts.get.query({ key }).catch(() => "");
      const ids = stored.split(" ").filter((id) => id !== "" && !kept.includes(id));
      if (where === "stored" && ids.length === 0 && (await isNowEmpty(client, draftKey))) {
        return { offered: "", made: [] };
      }
      const memos = await Promise.all(ids.map((id) => findMemo(client, id)));
      const made = memos.filter((memo) => memo !== null);
      const unmade = ids.filter((_, at) => memos[at] === null);
      const offered = made.reduce((rest, memo) => without(memo.content, rest), draft);
      kept = [...ids, ...kept];
      const last = made.at(-1);
      if (offered === "" && last !== undefined && (await hasFiles(client, draftKey))) {
        // The files were added after it was sent: saving it again adds them to the memo.
        uncertain ??= { id: last.id, content: last.content };
        return { offered: last.content, made: made.slice(0, -1).map(({ id }) => id) };
      }
      const [only, ...others] = unmade;
      if (only !== undefined && others.length === 0) uncertain ??= { id: only, content: offered };
      return { offered, made: made.map(({ id }) => id) };
    },
    send(content) {
      const before = uncertain;
      const id = before?.content === content ? before.id : newId();
      uncertain = null;
      keep([...kept.filter((each) => each !== before?.id), id]);
      return id;
    },
    failed(sent) {
      uncertain = sent;
      if (!kept.includes(sent.id)) keep([...kept, sent.id]);
    },
    made(ids) {
      const rest = kept.filter((id) => !ids.includes(id));
      if (rest.length < kept.length) keep(rest);
    },
  };
}

/**
 * Returns true if the draft is empty now. Another page may have saved it since it was read: that page clears
 * the text before it deletes the id.
 */
async function isNowEmpty(client: TidemarkClient, key: string): Promise<boolean> {
  return client.drafts.get.query({ key }).then(
    (content) => content === "",
    () => false,
  );
}

/** Returns the memo that was sent under an id; `null` if there is none or the query fails. */
async function findMemo(client: TidemarkClient, id: string): Promise<MemoView | null> {
  return client.memos.get.query({ id }).catch(() => null);
}

/** Returns true if a draft may have files that belong to no memo. */
async function hasFiles(client: TidemarkClient, key: string): Promise<boolean> {
  const files = await client.attachments.ofDraft.query({ key }).catch(() => null);
  return files === null || files.length > 0;
}

/**
 * Removes the text of a memo from the start of a draft. Tasks of the memo may have been checked since, so
 * they are ignored.
 */
function without(content: string, draft: string): string {
  const [sent, kept] = [unticked(content), unticked(draft)];
  if (kept === sent) return "";
  const beginning = joinTexts([sent, ""]);
  return sent !== "" && kept.startsWith(beginning) ? draft.slice(beginning.length) : draft;
}

/** Unchecks all tasks; the length stays the same. */
function unticked(text: string): string {
  return text.replaceAll(/\[[xX]\]/g, "[ ]");
}

/** Joins texts being sent and newer text to one draft. */
export function joinTexts(texts: readonly string[]): string {
  return texts.join("\n\n");
}
