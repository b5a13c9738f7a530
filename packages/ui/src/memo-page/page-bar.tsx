import { useRouter } from "@tanstack/react-router";
import type { MemoView } from "@tidemark/core/router";
import {
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  Ellipsis,
  Link as LinkIcon,
  Pencil,
  Pin,
  PinOff,
  type LucideIcon,
} from "lucide-react";
import { VisibilitySelect } from "../editor/audience/visibility-select.tsx";
import { keysOf } from "../commands/commands.ts";
import { canRun } from "../keyboard/memo-commands.ts";
import { useLanguage } from "../language/language.ts";
import { beginEdit } from "../memo/begin-edit.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import { memoAddress, useGoToMemo } from "../state/view-address.ts";
import { usePhone } from "../state/use-phone.ts";
import type { ExtraRow } from "../timeline/card/memo-menu.tsx";
import { MenuButton } from "../timeline/screen/menu-button.tsx";
import type { Neighbours } from "../memo/neighbours.ts";
import { pageStrings } from "./strings.ts";

const keys = keysOf.onPage;

/** Bar with a back button, the neighbours in the list, and actions on the memo. */
export function PageBar(props: {
  readonly memo: MemoView;
  /** Title of the memo, for a phone. */
  readonly title: string;
  readonly neighbours: Neighbours;
  readonly actions: MemoActions;
  openMenu(anchor: HTMLElement): void;
}) {
  useLanguage();
  const { memo, title } = props;
  const router = useRouter();
  const isPhone = usePhone() !== null;
  return (
    <header className="page-bar">
      <MenuButton />
      <button
        type="button"
        className="inline-flex min-h-7 items-center gap-1.5 rounded-control px-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
        onClick={() => {
          if (router.history.canGoBack()) router.history.back();
          else void router.navigate({ to: "/" });
        }}
      >
        <ChevronLeft size={14} strokeWidth={1.75} aria-hidden className="rtl:-scale-x-100" />
        <span className="max-rail:sr-only">{pageStrings.back}</span>
      </button>
      {isPhone ? (
        <>
          {/* The page has it as its heading. */}
          <span aria-hidden dir="auto" className="page-title">
            {title}
          </span>
          {canRun("edit", memo) && (
            <BarButton icon={Pencil} label={pageStrings.edit} run={() => beginEdit(memo.id)} />
          )}
        </>
      ) : (
        <PageTools {...props} />
      )}
      <BarButton icon={Ellipsis} label={pageStrings.more} hasMenu run={props.openMenu} />
    </header>
  );
}

/** Returns the commands of the bar that a phone has in the menu instead; none elsewhere. */
export function usePageRows(
  memo: MemoView,
  { newer, older }: Neighbours,
  actions: MemoActions,
): readonly ExtraRow[] {
  const goToMemo = useGoToMemo();
  const isPhone = usePhone() !== null;
  if (!isPhone) return noRows;
  const row = (id: string | null, label: string): ExtraRow[] =>
    id === null ? [] : [{ label, run: () => goToMemo(id, { replace: true }) }];
  return [
    ...row(newer, pageStrings.newer),
    ...row(older, pageStrings.older),
    { label: pageStrings.copyLink, run: () => actions.copy(memoAddress(memo.id)) },
  ];
}

const noRows: readonly ExtraRow[] = [];

type PageToolsProps = Pick<Parameters<typeof PageBar>[0], "memo" | "neighbours" | "actions">;

function PageTools({ memo, neighbours: { newer, older }, actions }: PageToolsProps) {
  useLanguage();
  const goToMemo = useGoToMemo();
  return (
    <>
      <span className="grow" />
      <BarButton
        icon={ChevronUp}
        label={pageStrings.newer}
        keys={keys.newer[0]}
        isDisabled={newer === null}
        run={() => newer !== null && goToMemo(newer, { replace: true })}
      />
      <BarButton
        icon={ChevronDown}
        label={pageStrings.older}
        keys={keys.older[0]}
        isDisabled={older === null}
        run={() => older !== null && goToMemo(older, { replace: true })}
      />
      {canRun("edit", memo) && (
        <>
          {canRun("visibility", memo) && (
            <VisibilitySelect
              memoId={memo.id}
              value={memo}
              isShort
              keys={keys.visibility[0]}
              choose={(audience) => actions.setVisibility(memo, audience)}
            />
          )}
          <BarButton
            icon={Pencil}
            label={pageStrings.edit}
            keys={keys.edit[0]}
            run={() => beginEdit(memo.id)}
          />
          {canRun("pin", memo) && (
            <BarButton
              icon={memo.pinned ? PinOff : Pin}
              label={memo.pinned ? pageStrings.unpin : pageStrings.pin}
              keys={keys.pin[0]}
              run={() => actions.setPinned(memo.id, !memo.pinned)}
            />
          )}
        </>
      )}
      <BarButton
        icon={LinkIcon}
        label={pageStrings.copyLink}
        keys={keys.copyAddress[0]}
        run={() => actions.copy(memoAddress(memo.id))}
      />
    </>
  );
}

function BarButton(props: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly hasMenu?: boolean;
  run(button: HTMLElement): void;
}) {
  const Icon = props.icon;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={props.label}
      title={props.label}
      aria-keyshortcuts={props.keys}
      aria-haspopup={props.hasMenu === true ? "menu" : undefined}
      disabled={props.isDisabled ?? false}
      onClick={({ currentTarget }) => props.run(currentTarget)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
