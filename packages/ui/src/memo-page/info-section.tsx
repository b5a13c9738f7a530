import type { MemoView } from "@tidemark/core/router";
import { useMemo } from "react";
import { useLanguage, writtenAs } from "../language/language.ts";
import { countWords } from "../memo/count-words.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { visibilityIcons } from "../memo/visibility-icon.ts";
import { visibilityLabel } from "../memo/visibility-words.ts";
import { shortMomentLabel } from "../time/day-label.ts";
import { PanelSection } from "./panel-section.tsx";
import { PlaceFact } from "./place-fact.tsx";
import { pageStrings } from "./strings.ts";

/** Average reading speed in words per minute. */
const wordsAMinute = 220;

export function InfoSection({ memo }: { readonly memo: MemoView }) {
  const language = useLanguage();
  // The word count depends on the language of the segmenter.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const words = useMemo(() => countWords(memo.content, writtenAs()), [memo.content, language]);
  const actions = useMemoActions();
  const Icon = visibilityIcons[memo.visibility];
  return (
    <PanelSection title={pageStrings.info}>
      <dl className="facts">
        <dt>{pageStrings.created}</dt>
        <dd>{shortMomentLabel(memo.createdMs)}</dd>
        <dt>{pageStrings.changed}</dt>
        <dd>{shortMomentLabel(memo.updatedMs)}</dd>
        <dt>{pageStrings.visibility}</dt>
        <dd>
          <Icon size={14} strokeWidth={1.75} aria-hidden />
          {visibilityLabel(memo.visibility, memo.spaceTitle)}
        </dd>
        <dt>{pageStrings.length}</dt>
        <dd>{pageStrings.lengthOf(words, Math.max(1, Math.round(words / wordsAMinute)))}</dd>
        <PlaceFact memo={memo} actions={actions} />
      </dl>
    </PanelSection>
  );
}
