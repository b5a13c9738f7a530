import { memo as memoComponent, useLayoutEffect, useMemo, useRef, type MouseEvent } from "react";
import { renderMemo } from "./render-body.ts";

interface MemoBodyProps {
  readonly id: string;
  readonly content: string;
  readonly updatedMs: number;
  /** Words to mark. */
  readonly terms: readonly string[];
  /** Quieter text, boxes that cannot be ticked: archive and trash. */
  readonly isQuiet: boolean;
  onToggleTask(index: number, checked: boolean): void;
  onTag(tag: string): void;
}

/** The rendered text of a memo. Boxes and tags act through one listener on the body. */
export const MemoBody = memoComponent(function MemoBody(props: MemoBodyProps) {
  const { id, content, updatedMs, terms, isQuiet, onToggleTask, onTag } = props;
  const html = useMemo(
    () => renderMemo({ id, content, updatedMs }, terms, isQuiet),
    [id, content, updatedMs, terms, isQuiet],
  );
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (body.current !== null) replaceHtml(body.current, html);
  }, [html]);
  const act = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    const box = target?.closest("input[data-task]");
    if (box instanceof HTMLInputElement) {
      onToggleTask(Number(box.dataset["task"]), box.checked);
      return;
    }
    const tag = target?.closest("a[data-tag]");
    if (tag instanceof HTMLElement && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onTag(tag.dataset["tag"] ?? "");
    }
  };
  return (
    // The listener hears boxes and links, which are reached and worked by keys themselves.
    <div
      ref={body}
      className="memo-body"
      dir="auto"
      data-quiet={isQuiet || undefined}
      onClick={act}
    />
  );
});

const focusable = "a[href], input, pre, table";

/** New HTML takes the focused box or link away: the focus goes to its successor. */
function replaceHtml(body: HTMLElement, html: string): void {
  const place = [...body.querySelectorAll(focusable)].findIndex(
    (element) => element === document.activeElement,
  );
  body.innerHTML = html;
  if (place !== -1) body.querySelectorAll<HTMLElement>(focusable)[place]?.focus();
}
