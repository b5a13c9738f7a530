import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { RefObject } from "react";
import { returnFocus } from "../focus/return-focus.ts";

/** Row of a menu with one selected row. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Language of the label, if it differs from the page's. */
  readonly lang?: string;
  readonly isChosen: boolean;
  choose(): void;
}

interface ChoiceMenuProps {
  readonly isOpen: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly choices: readonly Choice[];
  show(isOpen: boolean): void;
}

/** Menu above its button. */
export function ChoiceMenu({ isOpen, show, anchor, label, choices }: ChoiceMenuProps) {
  return (
    <Menu.Root open={isOpen} onOpenChange={show}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="top" align="end" sideOffset={6} className="z-40">
          <Menu.Popup
            finalFocus={returnFocus(() => anchor.current)}
            className="popover min-w-36 p-1 outline-none"
          >
            <Menu.RadioGroup
              value={choices.find((each) => each.isChosen)?.key}
              onValueChange={(key: string) => choices.find((each) => each.key === key)?.choose()}
              aria-label={label}
            >
              {choices.map((each) => (
                <Menu.RadioItem
                  key={each.key}
                  value={each.key}
                  lang={each.lang}
                  closeOnClick
                  className="menu-row"
                >
                  <span className="w-4">
                    <Menu.RadioItemIndicator>
                      <Check size={16} strokeWidth={1.75} aria-hidden />
                    </Menu.RadioItemIndicator>
                  </span>
                  {each.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
