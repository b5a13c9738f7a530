import type { LinkedMemo, MemoView } from "@tidemark/core/router";
import { Paperclip } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useLanguage, writtenAs } from "../../language/language.ts";
import { AuthorName } from "../../people/author-name.tsx";
import { memoHref, scopeOf, tagHref, useShown } from "../../state/view-address.ts";
import { MemoWords } from "../../tags/memo-words.tsx";
import { dateFormat } from "../../time/date-format.ts";
import { dayKey, dayLabel, momentLabel, timeLabel } from "../../time/day-label.ts";
import { hitIn, hitText, markTerms, type Piece, taskCount } from "./hit-text.ts";
import { findingStrings as strings } from "../strings.ts";

interface SearchHitProps {
  readonly memo: MemoView;
  readonly terms: readonly string[];
  readonly nowMs: number;
  /** The memo that this is a comment on. */
  readonly above: LinkedMemo | undefined;
  onTag(tag: string): void;
  /** What can be done to it. */
  readonly children: ReactNode;
}

/** More tags than this have no room. */
const maxTags = 3;

/** A memo as a search finds it: its title, two lines around the first hit, and what else it has. */
export function SearchHit({ memo, terms, nowMs, above, onTag, children }: SearchHitProps) {
  useLanguage();
  const { content, attachments, tags, parent } = memo;
  const shown = useMemo(
    () =>
      parent === null
        ? hitText(content, terms)
        : { title: hitText(above?.snippet ?? "", terms).title, text: hitIn(content, terms) },
    [content, terms, parent, above],
  );
  // Where one looks into the archive alone, all of them are.
  const isEverywhere = useShown(scopeOf) === "all";
  const isArchived = isEverywhere && memo.state === "ARCHIVED";
  const hasTasks = memo.property.hasTaskList;
  const tasks = useMemo(() => (hasTasks ? taskCount(content) : null), [hasTasks, content]);
  const title = shown.title.length === 0 ? (attachments[0]?.filename ?? "…") : null;
  const numbers = new Intl.NumberFormat(writtenAs());
  return (
    <div className="search-hit">
      <h2 dir="auto">
        {/* Enter does the same: no stop of its own for Tab. */}
        <a href={memoHref(parent ?? memo.id)} tabIndex={-1}>
          <MemoWords memo={parent === null ? memo : above}>
            {title ?? <Pieces pieces={shown.title} />}
          </MemoWords>
        </a>
      </h2>
      <div className="search-hit-marks">
        {memo.author !== null && <AuthorName memo={memo} />}
        {parent !== null && <span>{strings.inComment}</span>}
        {isArchived && <span>{strings.archived}</span>}
        {attachments.length > 0 && (
          <span title={strings.files(attachments.length)}>
            <Paperclip size={13} strokeWidth={1.75} aria-hidden />
            <span className="sr-only">{strings.files(attachments.length)}</span>
          </span>
        )}
        {tasks !== null && (
          <span className="search-hit-tasks">
            <progress max={tasks.all} value={tasks.done} aria-hidden />
            {strings.tasksDone(numbers.format(tasks.done), numbers.format(tasks.all))}
          </span>
        )}
        {tags.slice(0, maxTags).map((tag) => (
          <a
            key={tag}
            href={tagHref(tag)}
            tabIndex={-1}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              onTag(tag);
            }}
          >
            <span aria-hidden>#</span>
            <Pieces pieces={markTerms(tag, terms)} />
          </a>
        ))}
        {tags.length > maxTags && (
          <span title={tags.map((tag) => `#${tag}`).join(" ")}>
            +{numbers.format(tags.length - maxTags)}
          </span>
        )}
      </div>
      <time dateTime={new Date(memo.createdMs).toISOString()} title={momentLabel(memo.createdMs)}>
        {shortDate(memo.createdMs, nowMs)}
      </time>
      {shown.text.length > 0 && (
        <p dir="auto">
          <MemoWords memo={memo}>
            <Pieces pieces={shown.text} />
          </MemoWords>
        </p>
      )}
      {children}
    </div>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  // They stand in the order of the text, and nothing moves in it.
  return pieces.map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text));
}

/** "Today 11:40", "12 Nov", "9 Oct 2025". */
function shortDate(ms: number, nowMs: number): string {
  if (dayKey(ms) === dayKey(nowMs)) return `${dayLabel(ms, nowMs)} ${timeLabel(ms)}`;
  const date = new Date(ms);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return dateFormat(writtenAs(), {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(date);
}
