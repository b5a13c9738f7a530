import type { MemoView } from "@tidemark/core/router";
import { useEffect, useState, type RefObject } from "react";
import { useLanguage } from "../language/language.ts";
import { useUi } from "../state/ui-state.ts";
import { useIsBlurred } from "../tags/blur.ts";
import { PanelSection } from "./panel-section.tsx";
import { pageStrings } from "./strings.ts";

interface Heading {
  readonly element: HTMLElement;
  readonly text: string;
  /** Index among the headings of the text, including the title. */
  readonly place: number;
  /** Depth below the outermost heading. */
  readonly depth: number;
}

/** Outline of a text with more than one heading; marks the current one. */
export function OutlineSection(props: {
  readonly memo: MemoView;
  readonly article: RefObject<HTMLElement | null>;
}) {
  useLanguage();
  const { memo, article } = props;
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  const [current, setCurrent] = useState(0);
  // Headings of a blurred memo are hidden; they are read again after it is revealed.
  const isBlurred = useIsBlurred(memo);
  const isEditing = useUi((state) => state.editingId === memo.id);

  useEffect(() => {
    const body = article.current?.querySelector<HTMLElement>(".memo-body") ?? null;
    if (body === null) return;
    const read = (): void => setHeadings(headingsIn(body));
    read();
    // The text may be rendered again, or be replaced by the editor.
    const observer = new MutationObserver(read);
    observer.observe(body, { childList: true });
    return () => observer.disconnect();
  }, [article, memo.content, isBlurred]);

  useEffect(() => {
    if (headings.length === 0 || isEditing) return;
    const observer = new IntersectionObserver(
      () => {
        const above = headings.findLastIndex(
          ({ element }) => element.getBoundingClientRect().top < readingLine,
        );
        setCurrent(Math.max(above, 0));
      },
      { rootMargin: `-${readingLine}px 0px -40% 0px`, threshold: [0, 1] },
    );
    for (const { element } of headings) observer.observe(element);
    return () => observer.disconnect();
  }, [headings, isEditing]);

  if (headings.length < 2 || (isBlurred && !isEditing)) return null;
  return (
    <PanelSection title={pageStrings.outline}>
      <ul>
        {headings.map(({ element, text, depth, place }, index) => (
          <li key={`${index} ${text}`}>
            <button
              type="button"
              className="outline-row"
              style={{ paddingInlineStart: 12 + depth * 12 }}
              aria-current={index === current && !isEditing ? "location" : undefined}
              onClick={() => {
                if (isEditing) return void goToSource(article.current, place);
                setCurrent(index);
                element.tabIndex = -1;
                element.focus({ preventScroll: true });
                element.scrollIntoView({ block: "start" });
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

/** Scrolls to the heading in the editor, whose code is loaded by then. */
async function goToSource(article: HTMLElement | null, place: number): Promise<void> {
  const { goToHeading } = await import("../editor/inline/go-to-heading.ts");
  if (article !== null) goToHeading(article, place);
}

/** Distance from the top, in pixels, above which a heading counts as current. */
const readingLine = 120;

function headingsIn(body: HTMLElement): Heading[] {
  const found = [...body.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")].filter(
    (element) => element.textContent.trim() !== "",
  );
  const level = (element: HTMLElement): number => Number(element.localName.slice(1));
  const title = found[0];
  // A level 1 heading at the start is the title above the outline.
  const rest = title !== undefined && level(title) === 1 ? found.slice(1) : found;
  const outermost = Math.min(...rest.map(level));
  return rest.map((element) => ({
    element,
    place: found.indexOf(element),
    text: element.textContent.trim(),
    depth: Math.min(level(element) - outermost, 3),
  }));
}
