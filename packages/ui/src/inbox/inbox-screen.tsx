import type { Inbox, SyncStatus } from "@tidemark/core/router";
import { useEffect, useRef } from "react";
import { useInbox } from "../data/inbox-queries.ts";
import { useProfile, useSyncStatus } from "../data/queries.ts";
import { NobodyElse } from "../explore/nobody-else.tsx";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { focusEmptyMessage } from "../focus/focus-feed.ts";
import { useLanguage } from "../language/language.ts";
import { frameInboxStrings } from "../state/inbox-words.ts";
import { agoInside } from "../time/ago.ts";
import { useMinute } from "../time/use-minute.ts";
import { PlainScreen } from "../timeline/screen/plain-screen.tsx";
import { ViewBar } from "../timeline/screen/view-bar.tsx";
import { Bottle } from "./bottle-illustration.tsx";
import { InboxList } from "./inbox-list.tsx";
import { inboxStrings as strings } from "./strings.ts";
import { useInboxActions } from "./use-inbox-actions.ts";

/** Inbox: comments on the user's memos, and mentions. */
export function InboxScreen() {
  useLanguage();
  const profile = useProfile().data;
  const status = useSyncStatus().data;
  const { data, error, refetch } = useInbox();
  const actions = useInboxActions(() => "");
  const isListed = data !== undefined && data.items.length > 0;
  useFocusWhenEmptied(isListed);
  const unread = data?.items.filter(({ isRead }) => !isRead).length ?? 0;
  if (profile === undefined) return <main className="grow" />;
  return (
    <PlainScreen
      title={frameInboxStrings.inbox}
      tools={
        isListed && (
          <button
            type="button"
            className="button"
            // Stays mounted to keep the keyboard focus.
            aria-disabled={unread === 0}
            onClick={() => {
              if (unread > 0) actions.markAll();
            }}
          >
            {strings.markAll}
          </button>
        )
      }
    >
      {!profile.hasOthers ? (
        <NobodyElse />
      ) : error !== null && data === undefined ? (
        <div role="alert">
          <EmptyMessage
            drawing={<Bottle />}
            title={strings.failed}
            action={strings.retry}
            act={() => void refetch()}
          />
        </div>
      ) : isListed ? (
        <>
          <InboxBar unread={unread} loadedMs={data.loadedMs} status={status} />
          <InboxList items={data.items} />
        </>
      ) : (
        data !== undefined && <NoMessages inbox={data} status={status} />
      )}
    </PlainScreen>
  );
}

function InboxBar(props: {
  readonly unread: number;
  readonly loadedMs: number | null;
  readonly status: SyncStatus | undefined;
}) {
  useLanguage();
  const nowMs = useMinute();
  const { unread, loadedMs, status } = props;
  const words = unread > 0 ? strings.unreadCount(unread) : strings.allRead;
  const isOld = status !== undefined && !isConnected(status) && loadedMs !== null;
  return <ViewBar words={isOld ? strings.loadedAgo(agoInside(loadedMs, nowMs)) : words} />;
}

function NoMessages({
  inbox,
  status,
}: {
  readonly inbox: Inbox;
  readonly status: SyncStatus | undefined;
}) {
  useLanguage();
  if (inbox.loadedMs !== null) {
    return <EmptyMessage drawing={<Bottle />} title={strings.empty} body={strings.emptyBody} />;
  }
  if (status === undefined || isConnected(status)) {
    return (
      <div role="status">
        <EmptyMessage drawing={<Bottle />} title={strings.loading} />
      </div>
    );
  }
  return (
    <EmptyMessage drawing={<Bottle />} title={strings.notLoaded} body={strings.notLoadedBody} />
  );
}

/** Focuses the empty message after the last notification was removed. */
function useFocusWhenEmptied(isListed: boolean): void {
  const wasListed = useRef(false);
  useEffect(() => {
    if (wasListed.current && !isListed && document.activeElement === document.body) {
      focusEmptyMessage();
    }
    wasListed.current = isListed;
  }, [isListed]);
}

function isConnected({ state }: SyncStatus): boolean {
  return state === "synced" || state === "syncing";
}
