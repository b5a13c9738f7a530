import type { MemoView } from "@tidemark/core/router";
import { newResourceId } from "@tidemark/core/names";
import { useMemo } from "react";
import { useClient, type TidemarkClient } from "../../data/client.tsx";
import { sendDraft } from "./send-draft.ts";
import type { FoundWhere } from "./use-draft.ts";

/** What is left of a draft that is found again, as after its tab was closed. */
export interface FoundDraft {
  /** What is to be offered: the draft without the texts that are memos already. */
  readonly offered: string;
  /** The ids of those memos. Nobody needs them once the draft is stored without their texts. */
  readonly made: readonly string[];
}

/** The memos that a draft is becoming, and of which this page does not know yet whether they were made. */
export interface SentMemo {
  /** Asks what became of the texts of a draft that were sent before their page was left. */
  found(draft: string, where: FoundWhere): Promise<FoundDraft>;
  /** The id under which a text is sent: that of its last time, when nobody knows what became of it. */
  send(content: string): string;
  failed(sent: { readonly id: string; readonly content: string }): void;
  /** They are memos, and the draft is stored without them. */
  made(ids: readonly string[]): void;
}

/** Keeps the ids of the memos beside the draft with this key, so that saving it again makes no others. */
export function useSentMemo(key: string): SentMemo {
  const client = useClient();
  return useMemo(() => sentMemo(client, key), [client, key]);
}

function sentMemo(client: TidemarkClient, draftKey: string): SentMemo {
  const key = `${draftKey}-sent`;
  let uncertain: { readonly id: string; readonly content: string } | null = null;
  /** As they stand beside the draft, in the order in which they were sent. */
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
        // They were added after it was sent: saved again, the memo has them too.
        uncertain ??= { id: last.id, content: last.content };
        return { offered: last.content, made: made.slice(0, -1).map(({ id }) => id) };
      }
      const [only, ...others] = unmade;
      if (only !== undefined && others.length === 0) uncertain ??= { id: only, content: offered };
      return { offered, made: made.map(({ id }) => id) };
    },
    send(content) {
      const before = uncertain;
      const id = before?.content === content ? before.id : newMemoId();
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
 * Another page may have saved the draft since it was read: that one stores it without the text before it
 * lets go of the id.
 */
async function isNowEmpty(client: TidemarkClient, key: string): Promise<boolean> {
  return client.drafts.get.query({ key }).then(
    (content) => content === "",
    () => false,
  );
}

/** The memo that was sent under an id; null where there is none, or nobody says. */
async function findMemo(client: TidemarkClient, id: string): Promise<MemoView | null> {
  return client.memos.get.query({ id }).catch(() => null);
}

/** Whether a draft may have files that are no memo's. */
async function hasFiles(client: TidemarkClient, key: string): Promise<boolean> {
  const files = await client.attachments.ofDraft.query({ key }).catch(() => null);
  return files === null || files.length > 0;
}

/**
 * A draft without the text of a memo, which stands before what was typed since. Tasks may have been ticked
 * since it was sent, which a draft does not know.
 */
function without(content: string, draft: string): string {
  const [sent, kept] = [unticked(content), unticked(draft)];
  if (kept === sent) return "";
  const beginning = joinTexts([sent, ""]);
  return sent !== "" && kept.startsWith(beginning) ? draft.slice(beginning.length) : draft;
}

/** As long as it was. */
function unticked(text: string): string {
  return text.replaceAll(/\[[xX]\]/g, "[ ]");
}

/** Texts that are on their way and what was typed since, as one draft. */
export function joinTexts(texts: readonly string[]): string {
  return texts.join("\n\n");
}

/** As the host makes them, so that a memo which is sent twice is one. */
function newMemoId(): string {
  return newResourceId((size) => crypto.getRandomValues(new Uint8Array(size)));
}
