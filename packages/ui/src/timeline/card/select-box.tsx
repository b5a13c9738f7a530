import type { MemoView } from "@tidemark/core/router";
import { useLanguage } from "../../language/language.ts";
import { calledOut } from "../../memo/first-line.ts";
import { useMemoName } from "../../tags/memo-words.tsx";
import { focusMemo } from "../../focus/focus-memo.ts";
import { extendSelected, toggleSelected, useSelection } from "../../state/selection.ts";
import { cardSelectStrings } from "./select-strings.ts";

interface SelectBoxProps {
  readonly memo: MemoView;
  readonly isSelected: boolean;
  /** True for the one card of the list whose box is a tab stop. */
  readonly isActive: boolean;
}

/** Checkbox of a card, shown while at least one memo is selected. */
export function SelectBox({ memo, isSelected, isActive }: SelectBoxProps) {
  useLanguage();
  const name = useMemoName(memo, calledOut(memo));
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={cardSelectStrings.box(name)}
        checked={isSelected}
        tabIndex={isActive ? 0 : -1}
        onChange={({ nativeEvent: event }) => {
          const isClick = event instanceof MouseEvent;
          const { listed } = useSelection.getState();
          if (isClick && event.shiftKey) extendSelected(listed, memo.id, memo.id);
          else toggleSelected(memo.id);
          // After a click with the pointer, the keyboard continues from this card.
          if (isClick && event.detail > 0) focusMemo(memo.id);
        }}
      />
    </label>
  );
}
