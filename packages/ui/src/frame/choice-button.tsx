import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import type { Choice } from "./choice-menu.tsx";

const ChoiceMenu = lazyComponent(async () => (await import("./choice-menu.tsx")).ChoiceMenu);

interface ChoiceButtonProps {
  readonly icon: LucideIcon;
  /** Label with the current choice. */
  readonly label: string;
  /** Label of the menu. */
  readonly menuLabel: string;
  readonly choices: readonly Choice[];
}

/** Button that opens a menu with one selected row. */
export function ChoiceButton({ icon: Icon, label, menuLabel, choices }: ChoiceButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-after-feed
        onClick={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <OpenedOnce isOpen={isOpen}>
        <ChoiceMenu
          isOpen={isOpen}
          show={setIsOpen}
          anchor={button}
          label={menuLabel}
          choices={choices}
        />
      </OpenedOnce>
    </>
  );
}
