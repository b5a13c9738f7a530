import type { InboxItem } from "@tidemark/core/router";
import { Mail, MailOpen, X } from "lucide-react";
import { useLanguage } from "../language/language.ts";
import { PersonDisc } from "../people/person-disc.tsx";
import { memoHref } from "../state/view-address.ts";
import { useIsBlurred } from "../tags/blur.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { tagsStrings } from "../tags/strings.ts";
import { ago } from "../time/ago.ts";
import { momentLabel } from "../time/day-label.ts";
import { itemWords } from "./item-words.ts";
import { inboxStrings as strings } from "./strings.ts";

interface InboxRowProps {
  readonly item: InboxItem;
  /** Position in the list, from 1. */
  readonly position: number;
  readonly setSize: number;
  /** True for the row that is the tab stop. */
  readonly isActive: boolean;
  readonly nowMs: number;
  /** Message if its memo isn't on this device. */
  readonly note: string;
  /** Starts storing others' public memos here; null if that is already on. */
  readonly follow: (() => void) | null;
  onFocus(): void;
  open(): void;
  mark(isRead: boolean): void;
  remove(): void;
}

function rowName(item: InboxItem, when: string): string {
  const words = itemWords(item);
  const { snippet } = item;
  if (snippet === "") {
    return item.isRead ? strings.readPlainRow(words, when) : strings.unreadPlainRow(words, when);
  }
  return item.isRead
    ? strings.readRow(words, snippet, when)
    : strings.unreadRow(words, snippet, when);
}

/** Notification: sender and event, beginning of the memo, time and actions. */
export function InboxRow(props: InboxRowProps) {
  useLanguage();
  const { item, nowMs, follow } = props;
  const memo = { id: item.memo, tags: item.tags };
  const isBlurred = useIsBlurred(memo);
  // Reduced to sender and event if the memo is blurred.
  const said = isBlurred ? { ...item, about: null } : item;
  const words = itemWords(said);
  const when = ago(item.createdMs, nowMs);
  const name = rowName(isBlurred ? { ...said, snippet: tagsStrings.blurred } : item, when);
  const Mark = item.isRead ? Mail : MailOpen;
  const markLabel = item.isRead ? strings.markUnread : strings.markRead;
  return (
    <article
      id={`news-${item.id}`}
      data-news={item.id}
      data-unread={!item.isRead || undefined}
      tabIndex={props.isActive ? 0 : -1}
      aria-label={name}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      onFocus={props.onFocus}
      className="news group"
    >
      <span aria-hidden className="news-dot" />
      <PersonDisc username={item.sender} />
      <div className="news-text">
        {/* Enter on the row does the same, so the link needs no tab stop. */}
        <a
          href={memoHref(item.memo)}
          tabIndex={-1}
          dir="auto"
          className="news-words"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            props.open();
          }}
        >
          {words}
        </a>
        {item.snippet !== "" && (
          <p dir="auto" className="news-snippet">
            <MemoWords memo={memo}>{item.snippet}</MemoWords>
          </p>
        )}
        {!item.isHere && (
          <p className="news-note">
            {props.note}
            {follow !== null && (
              <button type="button" data-get-it className="button" onClick={follow}>
                {strings.follow}
              </button>
            )}
          </p>
        )}
      </div>
      <time
        dateTime={new Date(item.createdMs).toISOString()}
        title={momentLabel(item.createdMs)}
        className="news-time"
      >
        {when}
      </time>
      <div className="news-actions">
        <button
          type="button"
          className="icon-button"
          aria-label={markLabel}
          title={markLabel}
          onClick={() => props.mark(!item.isRead)}
        >
          <Mark size={16} strokeWidth={1.75} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={strings.remove}
          title={strings.remove}
          onClick={props.remove}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    </article>
  );
}
