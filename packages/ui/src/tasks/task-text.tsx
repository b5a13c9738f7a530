import { type MouseEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useLanguage } from "../language/language.ts";
import { renderLine } from "../timeline/card/render-body.ts";
import { renderMath } from "../viewer/math/render-math.ts";

/** Text of a task with its links and tags. */
export function TaskText({ source, onTag }: { readonly source: string; onTag(tag: string): void }) {
  useLanguage();
  const text = useRef<HTMLSpanElement>(null);
  const html = useMemo(() => renderLine(source), [source]);
  useLayoutEffect(() => {
    if (text.current === null) return;
    text.current.innerHTML = html;
    renderMath(text.current);
  }, [html]);
  const follow = (event: MouseEvent): void => {
    const tag = event.target instanceof Element ? event.target.closest("a[data-tag]") : null;
    if (!(tag instanceof HTMLElement) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onTag(tag.dataset["tag"] ?? "");
  };
  return <span ref={text} dir="auto" className="memo-body task-text" onClick={follow} />;
}
