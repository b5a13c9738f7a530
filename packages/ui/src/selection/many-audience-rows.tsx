import { Menu } from "@base-ui/react/menu";
import type { MemoView } from "@tidemark/core/router";
import { Check } from "lucide-react";
import { useFollowing } from "../data/asked/sync-queries.ts";
import { type Audience, offerAudiences } from "../editor/audience/audience.ts";
import { useChooseManyWithCare } from "../editor/audience/choose-with-care.ts";
import { useLanguage } from "../language/language.ts";
import { visibilityIcons } from "../memo/visibility-icon.ts";
import { timelineStrings } from "../timeline/strings.ts";

interface ManyAudienceRowsProps {
  readonly memos: readonly MemoView[];
  choose(audience: Audience, label: string): void;
}

/** Rows of a menu with audiences; the one that all memos have is checked. */
export function ManyAudienceRows({ memos, choose }: ManyAudienceRowsProps) {
  useLanguage();
  const chooseWithCare = useChooseManyWithCare();
  const spaces = useFollowing().data?.spaces ?? [];
  const [first] = memos;
  if (first === undefined) return null;
  const { general, spaces: own } = offerAudiences({ ...first, visibility: "PRIVATE" }, spaces);
  const keys = new Set(memos.map((memo) => offerAudiences(memo, spaces).current.key));
  const all = [...general, ...own];
  return (
    <Menu.RadioGroup
      aria-label={timelineStrings.visibility}
      value={keys.size === 1 ? [...keys][0] : null}
      onValueChange={(key: unknown) => {
        const offer = all.find((each) => each.key === key);
        if (!offer?.audience) return;
        chooseWithCare(memos, offer.audience, (audience) => choose(audience, offer.label));
      }}
    >
      {all.map(({ key, visibility, label }) => {
        const Icon = visibilityIcons[visibility];
        return (
          <Menu.RadioItem key={key} value={key} closeOnClick className="menu-row">
            <Icon size={16} strokeWidth={1.75} aria-hidden className="flex-none text-text-2" />
            <span className="truncate">{label}</span>
            <Menu.RadioItemIndicator className="ms-auto flex-none">
              <Check size={16} strokeWidth={1.75} aria-hidden />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        );
      })}
    </Menu.RadioGroup>
  );
}
