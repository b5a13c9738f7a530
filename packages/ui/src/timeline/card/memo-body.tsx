import type { AttachmentView } from "@tidemark/core/router";
import {
  memo as memoComponent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
} from "react";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { useLate } from "../../lazy/use-late.ts";
import { OpenedOnce } from "../../lazy/opened-once.tsx";
import { colourCode } from "../../viewer/code/colour-code.ts";
import { copyCode } from "../../viewer/code/copy-code.ts";
import { findDiagrams } from "../../viewer/diagrams/find-diagrams.ts";
import { fileToOpen } from "../../viewer/images/show-files.ts";
import { loadRemoteImages, showRemoteImages } from "../../viewer/images/remote-images.ts";
import { useLineBreaks } from "../../viewer/line-breaks.ts";
import { renderMath } from "../../viewer/math/render-math.ts";
import { jumpToNote } from "../../viewer/notes/jump-to-note.ts";
import { useLanguage } from "../../language/language.ts";
import type { Point } from "../../memo/looked-at.ts";
import { renderMemo } from "./render-body.ts";

const OpenedFile = lazyComponent(async () => (await import("./opened-file.tsx")).OpenedFile);

interface MemoBodyProps {
  readonly id: string;
  readonly content: string;
  readonly updatedMs: number;
  /** Files of the memo; the text may embed some of them. */
  readonly files: readonly AttachmentView[];
  /** Search terms to highlight. */
  readonly terms: readonly string[];
  /** True in archive and trash: the text is muted and task boxes are disabled. */
  readonly isQuiet: boolean;
  onToggleTask(index: number, checked: boolean): void;
  onTag(tag: string): void;
  /** Called on a double click that doesn't hit a link, button or other control. */
  onEdit?(at: Point): void;
}

/** Rendered text of a memo. One click listener on the body handles task boxes, tags and links. */
export const MemoBody = memoComponent(function MemoBody(props: MemoBodyProps) {
  const { id, content, updatedMs, files, terms, isQuiet, onToggleTask, onTag, onEdit } = props;
  const language = useLanguage();
  const lineBreaks = useLineBreaks((state) => state.choice);
  const marks = useLate(terms.length > 0, () => import("./mark-terms.ts"));
  const html = useMemo(
    () => renderMemo({ id, content, updatedMs, files }, terms, isQuiet, lineBreaks),
    // The HTML contains translated names of callouts and buttons.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [id, content, updatedMs, files, terms, isQuiet, lineBreaks, language, marks],
  );
  const body = useRef<HTMLDivElement>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (body.current === null) return;
    replaceHtml(body.current, html);
    colourCode(body.current);
    renderMath(body.current);
    showRemoteImages(body.current);
    findDiagrams(body.current);
  }, [html]);
  const act = (event: MouseEvent): void => {
    const { target, ctrlKey, metaKey } = event;
    if (!(target instanceof Element) || isButtonOfBody(target)) return;
    const isPlain = !ctrlKey && !metaKey;
    const file = isPlain ? fileToOpen(target) : null;
    if (file !== null) {
      event.preventDefault();
      return setOpenId(file);
    }
    if (jumpToNote(target)) return event.preventDefault();
    const box = target.closest("input[data-task]");
    if (box instanceof HTMLInputElement) {
      return onToggleTask(Number(box.dataset["task"]), box.checked);
    }
    const tag = target.closest("a[data-tag]");
    if (tag instanceof HTMLElement && isPlain) {
      event.preventDefault();
      onTag(tag.dataset["tag"] ?? "");
    }
  };
  return (
    <>
      {/* The listener handles clicks; boxes and links have their own keyboard behaviour. */}
      <div
        ref={body}
        className="memo-body"
        dir="auto"
        data-quiet={isQuiet || undefined}
        onClick={act}
        onDoubleClick={(event) => {
          const { target, clientX: x, clientY: y } = event;
          if (target instanceof Element && target.closest(worked) === null) onEdit?.({ x, y });
        }}
      />
      <OpenedOnce isOpen={openId !== null}>
        <OpenedFile files={files} id={openId} close={() => setOpenId(null)} />
      </OpenedOnce>
    </>
  );
});

/** Handles a click on a button that the viewer added to the text. Returns true if it did. */
function isButtonOfBody(target: Element): boolean {
  return copyCode(target) || loadRemoteImages(target);
}

/** Elements with their own click behaviour. */
const worked = "a, button, input, iframe, img";

const focusable = "a[href], input, button, [tabindex]";

/** Replaces the HTML and moves the focus from the old box or link to the one at the same index. */
function replaceHtml(body: HTMLElement, html: string): void {
  const place = [...body.querySelectorAll(focusable)].findIndex(
    (element) => element === document.activeElement,
  );
  body.innerHTML = html;
  if (place !== -1) body.querySelectorAll<HTMLElement>(focusable)[place]?.focus();
}
