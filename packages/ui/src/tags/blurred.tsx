import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage } from "../language/language.ts";
import { type BlurPlace, reveal } from "./blur.ts";
import { tagsStrings } from "./strings.ts";

/** What is not to be read over somebody's shoulder: neither seen, reached nor heard until it is wanted. */
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
          // The button goes: what it showed has the focus.
          card?.focus({ preventScroll: true });
        }}
      >
        <Eye size={16} strokeWidth={1.75} aria-hidden />
        {tagsStrings.reveal}
      </button>
    </div>
  );
}
