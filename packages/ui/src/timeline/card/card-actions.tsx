import type { MemoView } from "@tidemark/core/router";
import {
  ArchiveRestore,
  Ellipsis,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage } from "../../language/language.ts";
import { beginEdit } from "../../memo/begin-edit.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { memoStrings } from "../../memo/strings.ts";
import { timelineStrings } from "../strings.ts";

interface CardActionsProps {
  readonly memo: MemoView;
  readonly actions: MemoActions;
  openMenu(memo: MemoView, anchor: HTMLElement): void;
}

/** Buttons of a card: those for the author's own memos, and the menu. */
export function CardActions(props: CardActionsProps) {
  useLanguage();
  const { memo, openMenu } = props;
  return (
    <div className="card-actions ms-auto -me-1.5 flex flex-none opacity-0 transition-opacity duration-[120ms] group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
      {memo.author === null && <OwnActions {...props} />}
      <CardButton
        icon={Ellipsis}
        label={timelineStrings.more}
        hasMenu
        run={(button) => openMenu(memo, button)}
      />
    </div>
  );
}

function OwnActions({ memo, actions }: CardActionsProps) {
  useLanguage();
  return memo.deletedMs === null ? (
    <>
      <CardButton
        icon={Pencil}
        label={timelineStrings.edit}
        isInMenu
        run={() => beginEdit(memo.id)}
      />
      {memo.state === "ARCHIVED" ? (
        <CardButton
          icon={ArchiveRestore}
          label={timelineStrings.unarchive}
          isInMenu
          run={() => actions.setArchived(memo.id, false)}
        />
      ) : (
        <CardButton
          icon={memo.pinned ? PinOff : Pin}
          label={memo.pinned ? timelineStrings.unpin : timelineStrings.pin}
          isInMenu
          run={() => actions.setPinned(memo.id, !memo.pinned)}
        />
      )}
    </>
  ) : (
    <>
      <CardButton
        icon={RotateCcw}
        label={timelineStrings.restore}
        run={() => actions.restore(memo.id)}
      />
      <CardButton icon={Trash2} label={memoStrings.purge} run={() => actions.purge(memo.id)} />
    </>
  );
}

function CardButton(props: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly hasMenu?: boolean;
  /** True if narrow windows hide the button, because the menu has the same command. */
  readonly isInMenu?: boolean;
  run(button: HTMLElement): void;
}): ReactNode {
  const Icon = props.icon;
  return (
    <button
      type="button"
      className={`icon-button ${props.isInMenu === true ? "max-rail:hidden" : ""}`}
      aria-label={props.label}
      title={props.label}
      aria-haspopup={props.hasMenu === true ? "menu" : undefined}
      onClick={(event) => props.run(event.currentTarget)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
