import type { InboxItem } from "@tidemark/core/router";
import { useEffect, useState } from "react";
import { useClient } from "../data/client.tsx";
import { useFollowing } from "../data/asked/sync-queries.ts";
import { openRandom } from "../keyboard/open-random.ts";
import { useLanguage } from "../language/language.ts";
import { useGoTo, useGoToMemo } from "../state/view-address.ts";
import { useFollowPublic } from "../sync/use-follow-public.ts";
import { useMinute } from "../time/use-minute.ts";
import { inboxKeyHandler } from "./inbox-keys.ts";
import { InboxRow } from "./inbox-row.tsx";
import { inboxStrings as strings } from "./strings.ts";
import { useInboxActions } from "./use-inbox-actions.ts";

/** Last active row, restored when the user returns. */
let lastActive: string | null = null;

/** Notifications, newest first. */
export function InboxList({ items }: { readonly items: readonly InboxItem[] }) {
  useLanguage();
  const client = useClient();
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const follow = useFollowPublic();
  const isFollowing = useFollowing().data?.isPublic === true;
  const nowMs = useMinute();
  const note = isFollowing ? strings.notHereYet : strings.notHere;
  const actions = useInboxActions(() => note);
  const [activeId, setActiveId] = useState(lastActive);
  const ids = items.map(({ id }) => id);
  const tabStop = activeId !== null && ids.includes(activeId) ? activeId : ids[0];
  // Focuses the active row if a shortcut opened the inbox; after a click the link keeps the focus.
  useEffect(() => {
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>("[data-news][tabindex='0']")?.focus();
    }
  }, []);
  const withItem = (id: string, act: (item: InboxItem) => void): void => {
    const item = items.find((each) => each.id === id);
    if (item !== undefined) act(item);
  };
  const remove = (item: InboxItem): void => {
    const at = ids.indexOf(item.id);
    actions.remove(item, ids[at + 1] ?? ids[at - 1]);
  };
  return (
    <div
      role="feed"
      aria-label={strings.list}
      data-memo-list
      className="news-list"
      onKeyDown={inboxKeyHandler({
        ids,
        goTo,
        openRandom: () => void openRandom(client, goToMemo),
        open: (id) => withItem(id, actions.open),
        toggleRead: (id) => withItem(id, (item) => actions.mark(item, !item.isRead)),
        remove: (id) => withItem(id, remove),
      })}
    >
      {items.map((item, index) => (
        <InboxRow
          key={item.id}
          item={item}
          position={index + 1}
          setSize={items.length}
          isActive={item.id === tabStop}
          nowMs={nowMs}
          note={note}
          follow={isFollowing ? null : () => void follow(true)}
          onFocus={() => {
            lastActive = item.id;
            setActiveId(item.id);
          }}
          open={() => actions.open(item)}
          mark={(isRead) => actions.mark(item, isRead)}
          remove={() => remove(item)}
        />
      ))}
    </div>
  );
}
