import type { MemoView } from "@tidemark/core/router";
import { useLanguage } from "../language/language.ts";
import { MemoLinks } from "../share/memo-links.tsx";
import { shareStrings } from "../share/strings.ts";
import { PanelSection } from "./panel-section.tsx";

/** Shared links of the memo. */
export function ShareSection({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  return (
    <PanelSection title={shareStrings.section}>
      <MemoLinks memo={memo} isQuiet />
    </PanelSection>
  );
}
