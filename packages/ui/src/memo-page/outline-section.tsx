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
  /** Which of the text's headings it is, the title among them. */
  readonly place: number;
  /** How deep it lies below the outermost heading of the text. */
  readonly depth: number;
}

/** The headings of a text that has more than one; the one that is read stands out. */
export function OutlineSection(props: {
  readonly memo: MemoView;
  readonly article: RefObject<HTMLElement | null>;
}) {
  useLanguage();
  const { memo, article } = props;
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  const [current, setCurrent] = useState(0);
  // Its headings are as private as the rest; what shows them again draws them anew.
  const isBlurred = useIsBlurred(memo);
  const isEditing = useUi((state) => state.editingId === memo.id);

  useEffect(() => {
    const body = article.current?.querySelector<HTMLElement>(".memo-body") ?? null;
    if (body === null) return;
    const read = (): void => setHeadings(headingsIn(body));
    read();
    // The text may be rendered anew, or give way to the editor.
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

/** The same heading in the editor, whose code is there by now. */
async function goToSource(article: HTMLElement | null, place: number): Promise<void> {
  const { goToHeading } = await import("../editor/inline/go-to-heading.ts");
  if (article !== null) goToHeading(article, place);
}

/** What has passed this line, in pixels from the top, is being read. */
const readingLine = 120;

function headingsIn(body: HTMLElement): Heading[] {
  const found = [...body.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")].filter(
    (element) => element.textContent.trim() !== "",
  );
  const level = (element: HTMLElement): number => Number(element.localName.slice(1));
  const title = found[0];
  // The first line says what the memo is called: it stands over the outline already.
  const rest = title !== undefined && level(title) === 1 ? found.slice(1) : found;
  const outermost = Math.min(...rest.map(level));
  return rest.map((element) => ({
    element,
    place: found.indexOf(element),
    text: element.textContent.trim(),
    depth: Math.min(level(element) - outermost, 3),
  }));
}
