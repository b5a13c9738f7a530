import type { MemoView } from "@tidemark/core/router";
import type { RefObject } from "react";
import { useLanguage } from "../language/language.ts";
import { CommentSection } from "./comment-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { InfoSection } from "./info-section.tsx";
import { LinkSection } from "./link-section.tsx";
import { ShareSection } from "./share-section.tsx";
import { OutlineSection } from "./outline-section.tsx";
import { pageStrings } from "./strings.ts";

interface PagePanelProps {
  readonly memo: MemoView;
  readonly article: RefObject<HTMLElement | null>;
}

/** Panel with everything about a memo except its text: at the side, or below it in narrow windows. */
export function PagePanel({ memo, article }: PagePanelProps) {
  useLanguage();
  return (
    <aside aria-label={pageStrings.about} className="page-panel">
      <OutlineSection memo={memo} article={article} />
      <InfoSection memo={memo} />
      <LinkSection memo={memo} />
      <CommentSection memo={memo} />
      {memo.author === null && memo.deletedMs === null && <ShareSection memo={memo} />}
      <HistorySection memo={memo} />
    </aside>
  );
}
