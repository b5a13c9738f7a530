import type { OtherEditor } from "@tidemark/core/carets";
import type { Extension } from "@codemirror/state";
import { useEffect, useMemo, useRef, useState } from "react";
import type * as Y from "yjs";
import { useFeedback } from "../../feedback/feedback.ts";
import { type CaretLine, otherCarets } from "./other-carets.ts";
import { typingAmong, typingWords } from "./other-editors.ts";

interface SharedText {
  readonly text: Y.Text;
  readonly gen: number;
  readonly carets: CaretLine;
}

const lingersMs = 6_000;

const nobody: readonly OtherEditor[] = [];

/** Returns a memo's other editors, and the extension that draws their carets. */
export function useOtherEditors(shared: SharedText | null): {
  readonly others: readonly OtherEditor[];
  readonly carets: Extension;
  /** True while the typing note explains changes to the text. */
  readonly areTyping: boolean;
} {
  const [others, setOthers] = useState(nobody);
  const carets = useMemo(() => {
    if (shared === null) return [];
    const { text, gen, carets: line } = shared;
    return otherCarets({ text, gen, line, onOthers: setOthers });
  }, [shared]);
  useAnnounced(others);
  const areTyping = useLingering(typingAmong(others).length > 0);
  return { others: shared === null ? nobody : others, carets, areTyping };
}

/** Stays true for `lingersMs` longer, because the last edits arrive after typing ends. */
function useLingering(isSo: boolean): boolean {
  const [lingers, setLingers] = useState(false);
  useEffect(() => {
    if (isSo) {
      setLingers(true);
      return;
    }
    const timer = setTimeout(() => setLingers(false), lingersMs);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isSo || lingers;
}

/** Announces once that an editor is typing, and again if that editor left and returned. */
function useAnnounced(others: readonly OtherEditor[]): void {
  const said = useRef(new Set<number>());
  useEffect(() => {
    const here = new Set(others.map(({ session }) => session));
    for (const session of said.current) if (!here.has(session)) said.current.delete(session);
    const begun = typingAmong(others).filter(({ session }) => !said.current.has(session));
    if (begun.length === 0) return;
    for (const { session } of begun) said.current.add(session);
    useFeedback.getState().announce(typingWords(begun));
  }, [others]);
}
