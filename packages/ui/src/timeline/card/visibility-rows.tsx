import { Menu } from "@base-ui/react/menu";
import type { MemoView } from "@tidemark/core/router";
import { Check, ChevronRight } from "lucide-react";
import { type AudienceOffer, offerAudiences } from "../../editor/audience/audience.ts";
import { useChooseWithCare } from "../../editor/audience/choose-with-care.ts";
import { useFollowing } from "../../data/asked/sync-queries.ts";
import { useProfile } from "../../data/queries.ts";
import { shownKeys } from "../../commands/commands.ts";
import { RowKeys } from "../../commands/row-keys.tsx";
import { useLanguage } from "../../language/language.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { visibilityIcons } from "../../memo/visibility-icon.ts";
import { timelineStrings } from "../strings.ts";

interface VisibilityProps {
  readonly memo: MemoView;
  readonly actions: MemoActions;
}

/** Submenu that sets the memo's visibility. */
export function VisibilityRows({ memo, actions }: VisibilityProps) {
  useLanguage();
  const { current } = offerAudiences(memo, useFollowing().data?.spaces ?? []);
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className="menu-row data-[popup-open]:bg-hover">
        {timelineStrings.visibility}
        <span className="ms-auto ps-4 text-text-3">{current.label}</span>
        <RowKeys keys={shownKeys("visibility")} />
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className="-me-1 flex-none text-text-3 rtl:-scale-x-100"
        />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className="z-30" sideOffset={-2} alignOffset={-4}>
          <Menu.Popup className="popover max-h-(--available-height) max-w-64 min-w-44 overflow-y-auto p-1 outline-none">
            <AudienceRows memo={memo} actions={actions} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

/** Visibility choices without the submenu around them. */
export function AudienceRows({ memo, actions }: VisibilityProps) {
  useLanguage();
  const chooseWithCare = useChooseWithCare();
  const isLocal = useProfile().data?.serverUrl === null;
  const { current, ...offered } = offerAudiences(memo, useFollowing().data?.spaces ?? []);
  const all = [...offered.general, ...offered.spaces];
  return (
    <>
      <Menu.RadioGroup
        aria-label={timelineStrings.visibility}
        value={current.key}
        onValueChange={(key: unknown) => {
          const next = all.find((offer) => offer.key === key)?.audience;
          if (!next || key === current.key) return;
          chooseWithCare(memo, memo.id, next, (audience) => actions.setVisibility(memo, audience));
        }}
      >
        {all.map((offer) => (
          <AudienceRow key={offer.key} offer={offer} />
        ))}
      </Menu.RadioGroup>
      {isLocal && (
        <p className="max-w-52 px-2.5 py-1.5 text-meta text-text-3">
          {timelineStrings.visibleLater}
        </p>
      )}
    </>
  );
}

function AudienceRow({ offer }: { readonly offer: AudienceOffer }) {
  const Icon = visibilityIcons[offer.visibility];
  return (
    <Menu.RadioItem value={offer.key} closeOnClick className="menu-row">
      <Icon size={16} strokeWidth={1.75} aria-hidden className="flex-none text-text-2" />
      <span className="truncate">{offer.label}</span>
      <Menu.RadioItemIndicator className="ms-auto flex-none">
        <Check size={16} strokeWidth={1.75} aria-hidden />
      </Menu.RadioItemIndicator>
    </Menu.RadioItem>
  );
}
