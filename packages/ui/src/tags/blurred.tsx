import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage } from "../language/language.ts";
import { type BlurPlace, reveal } from "./blur.ts";
import { tagsStrings } from "./strings.ts";

/** Blurred content: invisible, inert and hidden from assistive technology until it is revealed. */
export function Blurred(props: {
  readonly id: string;
  readonly place: BlurPlace;
  readonly children: ReactNode;
}) {
  useLanguage();
  const { id, place, children } = props;
  return (
    <div className="blurred">
      <div inert aria-hidden className="blurred-text">
        {children}
      </div>
      <button
        type="button"
        className="button blurred-reveal"
        onClick={({ currentTarget }) => {
          const card = currentTarget.closest<HTMLElement>("article, [role=dialog]");
          reveal(id, place);
          // The button is about to be removed; focus the card instead.
          card?.focus({ preventScroll: true });
        }}
      >
        <Eye size={16} strokeWidth={1.75} aria-hidden />
        {tagsStrings.reveal}
      </button>
    </div>
  );
}
