import type { LinkedMemo, MemoView } from "@tidemark/core/router";
import { Paperclip } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useLanguage, writtenAs } from "../../language/language.ts";
import { AuthorName } from "../../people/author-name.tsx";
import { memoHref, scopeOf, tagHref, useShown } from "../../state/view-address.ts";
import { unsentLabel } from "../../unsent/unsent-words.ts";
import { useWithTagsAbove } from "../../tags/blur.ts";
import { MemoWords } from "../../tags/memo-words.tsx";
import { momentLabel } from "../../time/day-label.ts";
import { shortDate } from "../../time/short-date.ts";
import { hitIn, hitText, markTerms, taskCount } from "./hit-text.ts";
import { Pieces } from "./pieces.tsx";
import { findingStrings as strings } from "../finding-strings.ts";

interface SearchHitProps {
  readonly memo: MemoView;
  readonly terms: readonly string[];
  readonly nowMs: number;
  /** Memo that this is a comment on. */
  readonly above: LinkedMemo | undefined;
  onTag(tag: string): void;
  /** Actions for the memo. */
  readonly children: ReactNode;
}

/** Maximum number of tags; more have no room. */
const maxTags = 3;

function Unsent({ memo: { unsent } }: { readonly memo: MemoView }) {
  useLanguage();
  return unsent === null ? null : <span className="text-warn">{unsentLabel(unsent)}</span>;
}

/** Result of a search: the memo's title, two lines around the first match, and its other properties. */
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
  const subject = useWithTagsAbove(memo, above);
  // In a search of the archive, all memos are archived.
  const isEverywhere = useShown(scopeOf) === "all";
  const isArchived = isEverywhere && memo.state === "ARCHIVED";
  const hasTasks = memo.property.hasTaskList;
  const tasks = useMemo(() => (hasTasks ? taskCount(content) : null), [hasTasks, content]);
  const title = shown.title.length === 0 ? (attachments[0]?.filename ?? "…") : null;
  const numbers = new Intl.NumberFormat(writtenAs());
  return (
    <div className="search-hit">
      <h2 dir="auto">
        {/* Enter does the same, so Tab skips it. */}
        <a href={memoHref(parent ?? memo.id)} tabIndex={-1}>
          <MemoWords memo={parent === null ? memo : above}>
            {title ?? <Pieces pieces={shown.title} />}
          </MemoWords>
        </a>
      </h2>
      <div className="search-hit-marks">
        {memo.author !== null && <AuthorName memo={memo} />}
        <Unsent memo={memo} />
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
            <span aria-hidden className="opacity-55">
              #
            </span>
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
          <MemoWords memo={subject}>
            <Pieces pieces={shown.text} />
          </MemoWords>
        </p>
      )}
      {children}
    </div>
  );
}
