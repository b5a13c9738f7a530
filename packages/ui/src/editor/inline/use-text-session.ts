import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  describeError,
  findAppError,
  isUnanswered,
  useClient,
  type TidemarkClient,
} from "../../data/client.tsx";
import { useHost } from "../../data/host-connection.ts";
import { findShownMemo, refreshMemos, showMemo } from "../../data/memo-cache.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { editorStrings } from "../strings.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { notifyUnsaved } from "./notify-unsaved.ts";
import { offerTrash } from "./offer-trash.ts";
import { showWhereItWent } from "./show-where-it-went.ts";
import { openTextSession, type TextSession, type TextTransport } from "./text-session.ts";

type KeyedSession = TextSession & { readonly key: number };

const remoteNoticeMs = 6000;

/** Returns the session of a memo while it is edited; opens a new one when its text was replaced. */
export function useTextSession(id: string): {
  readonly session: KeyedSession | null;
  readonly hasRemoteEdit: boolean;
} {
  const client = useClient();
  const host = useHost();
  const queries = useQueryClient();
  const { trash } = useMemoActions();
  const [session, setSession] = useState<KeyedSession | null>(null);
  const [generation, setGeneration] = useState(0);
  const [hasRemoteEdit, setHasRemoteEdit] = useState(false);

  useEffect(() => {
    const feedback = useFeedback.getState();
    const before = findShownMemo(queries, id)?.content ?? "";
    let opened: TextSession | null = null;
    let isGone = false;
    let noticeTimer: ReturnType<typeof setTimeout> | undefined;
    const close = async (closing: TextSession, wasTaken: boolean): Promise<void> => {
      const content = await closing.close();
      if (closing.kept.state !== "kept" && host.state !== "up") notifyUnsaved(closing.kept);
      if (wasTaken) await showWhereItWent(client, queries, id, content);
      const shown = findShownMemo(queries, id);
      // Show the final text at once; derived fields follow with the change.
      if (shown !== null && shown.content !== content) showMemo(queries, id, { ...shown, content });
      await refreshMemos(queries, client, [id]);
      if (content.trim() === "") await offerTrash(client, queries, { id, before }, trash);
    };
    // Load the grammar before the first frame, so no line moves.
    const grammar = import("../markdown/markdown-language.ts").catch(() => undefined);
    const opening = openTextSession(textTransport(client, id), {
      onRemoteEdit() {
        setHasRemoteEdit(true);
        clearTimeout(noticeTimer);
        noticeTimer = setTimeout(() => setHasRemoteEdit(false), remoteNoticeMs);
      },
      onReplaced() {
        feedback.say(editorStrings.replaced);
        setGeneration((before) => before + 1);
      },
      // The sync pill already shows that the host is down.
      onSendFailed(error) {
        if (!isUnanswered(error)) feedback.fail(editorStrings.notSent(describeError(error)));
      },
    });
    opening.then(
      async (made) => {
        await grammar;
        if (isGone) {
          void made.close();
          return;
        }
        opened = made;
        setSession({ ...made, key: generation });
      },
      (error: unknown) => {
        feedback.fail(editorStrings.openFailed(describeError(error)));
        if (useUi.getState().editingId === id) setUi({ editingId: null });
      },
    );
    return () => {
      isGone = true;
      clearTimeout(noticeTimer);
      // A user who leaves the editor clears `editingId` first. If it is still set, the memo left the list.
      if (opened !== null) void close(opened, useUi.getState().editingId === id);
    };
  }, [client, host, queries, trash, id, generation]);
  return { session, hasRemoteEdit };
}

function textTransport(client: TidemarkClient, id: string): TextTransport {
  return {
    open: () => client.text.open.query({ id }),
    async push(edit) {
      await client.text.push.mutate({ id, ...edit });
    },
    saveApart: saverApart(client),
    watch(has, onChange, onOthers) {
      const subscription = client.text.watch.subscribe(
        { id, ...has, carets: true },
        {
          onData(news) {
            if ("others" in news) onOthers(news.others);
            else onChange(news);
          },
          // The link reopens a broken subscription and resends all changes since the session began.
          onError: () => undefined,
        },
      );
      return () => subscription.unsubscribe();
    },
    moveCaret(move) {
      // A lost caret is soon sent again.
      client.text.moveCaret.mutate({ memo: id, ...move }).catch(() => undefined);
    },
  };
}

/** Returns a function that saves the text of a memo that was deleted elsewhere as a new memo. */
export function saverApart(client: Pick<TidemarkClient, "memos">): TextTransport["saveApart"] {
  let made: string | null = null;
  return async (content, error) => {
    if (findAppError(error)?.code !== "NOT_FOUND") return false;
    if (made !== null) await client.memos.update.mutate({ id: made, patch: { content } });
    else if (content.trim() !== "") {
      made = (await client.memos.create.mutate({ content })).id;
      useFeedback.getState().say(editorStrings.savedApart);
    }
    return true;
  };
}
