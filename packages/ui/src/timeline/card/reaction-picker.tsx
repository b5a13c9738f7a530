import { Menu } from "@base-ui/react/menu";
import { usualReactions } from "@tidemark/core/model";
import type { MemoView } from "@tidemark/core/router";
import { SmilePlus } from "lucide-react";
import { useLanguage } from "../../language/language.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { timelineStrings } from "../strings.ts";

interface ReactionPickerProps {
  readonly memo: MemoView;
  readonly actions: Pick<MemoActions, "setReaction">;
}

/** Row of menu items with the usual reactions and those of the memo. */
export function ReactionRows({ memo, actions }: ReactionPickerProps) {
  useLanguage();
  const known = memo.reactions.map(({ type }) => type).slice(0, maxKnown);
  const own = new Set(memo.reactions.filter(({ isOwn }) => isOwn).map(({ type }) => type));
  return (
    <Menu.Group className="flex max-w-64 flex-wrap gap-0.5" aria-label={timelineStrings.react}>
      {[...new Set([...usualReactions, ...known])].map((type) => (
        <Menu.CheckboxItem
          key={type}
          checked={own.has(type)}
          closeOnClick
          className="reaction-choice"
          onCheckedChange={(isOn) => actions.setReaction(memo.id, type, isOn)}
        >
          {type}
        </Menu.CheckboxItem>
      ))}
    </Menu.Group>
  );
}

const maxKnown = 12;

/** Button that opens the reactions in a menu. */
export function ReactionPicker({
  memo,
  actions,
  keys,
}: ReactionPickerProps & { readonly keys?: string | undefined }) {
  useLanguage();
  return (
    <Menu.Root orientation="horizontal">
      <Menu.Trigger
        className="icon-button"
        aria-label={timelineStrings.react}
        aria-keyshortcuts={keys}
        title={timelineStrings.react}
      >
        <SmilePlus size={16} strokeWidth={1.75} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={4} className="z-30">
          <Menu.Popup aria-label={timelineStrings.react} className="popover p-1 outline-none">
            <ReactionRows memo={memo} actions={actions} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
