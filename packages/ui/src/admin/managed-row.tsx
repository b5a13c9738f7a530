import { type ReactNode, useId, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { adminStrings as strings } from "./strings.ts";

interface ManagedRowProps {
  /** Accessible name of the button, such as "Manage bob". */
  readonly label: string;
  readonly picture?: ReactNode;
  readonly title: ReactNode;
  readonly facts: readonly string[];
  readonly isDisabled?: boolean;
  /** Shown once the row is opened. */
  readonly children: ReactNode;
}

/** Row of a list, with a button that opens what an administrator can do. */
export function ManagedRow(props: ManagedRowProps) {
  useLanguage();
  const { label, picture, title, facts, isDisabled = false, children } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li data-disabled={isDisabled || undefined}>
      {picture}
      <div className="min-w-0 grow basis-48">
        <p className="truncate">{title}</p>
        <p className="text-meta text-text-3">{facts.join(" · ")}</p>
      </div>
      <button
        type="button"
        className="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        {strings.manage}
      </button>
      <div
        id={id}
        className="admin-managed"
        data-picture={picture !== undefined || undefined}
        hidden={!isOpen}
      >
        {isOpen && children}
      </div>
    </li>
  );
}
