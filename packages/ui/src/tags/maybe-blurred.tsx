import type { MemoView } from "@tidemark/core/router";
import { useLanguage } from "../language/language.ts";
import { useIsBlurred } from "./blur.ts";
import { tagsStrings } from "./strings.ts";

interface MaybeBlurredProps {
  readonly memo: Pick<MemoView, "id" | "tags">;
  readonly children: string;
}

/** The first words of a memo, as a title; of one that is blurred only that there is one. */
export function MaybeBlurred({ memo, children }: MaybeBlurredProps) {
  useLanguage();
  if (!useIsBlurred(memo)) return children;
  return (
    <>
      <span className="sr-only">{tagsStrings.blurred}</span>
      <span aria-hidden className="blurred-words">
        {children}
      </span>
    </>
  );
}
