import { Select } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { useFollowing } from "../../data/asked/sync-queries.ts";
import { visibilityIcons } from "../../memo/visibility-icon.ts";
import {
  type Audience,
  type AudienceOffer,
  offerAudiences,
  type ShownAudience,
} from "./audience.ts";
import { useChooseWithCare } from "./choose-with-care.ts";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";

interface VisibilitySelectProps {
  readonly value: ShownAudience;
  /** `null` for a memo that isn't stored yet. */
  readonly memoId: string | null;
  /** Set to show only the icon on narrow screens. */
  readonly isShort?: boolean;
  readonly keys?: string;
  choose(audience: Audience): void;
}

/** Select for the audience of a memo: a visibility, or one of the user's spaces. */
export function VisibilitySelect(props: VisibilitySelectProps) {
  useLanguage();
  const chooseWithCare = useChooseWithCare();
  const spaces = useFollowing().data?.spaces ?? [];
  const { current, ...offered } = offerAudiences(props.value, spaces);
  const all = [...offered.general, ...offered.spaces];
  const Icon = visibilityIcons[current.visibility];
  return (
    <Select.Root<string>
      value={current.key}
      onValueChange={(key) => {
        const next = all.find((offer) => offer.key === key)?.audience;
        if (next) chooseWithCare(props.value, props.memoId, next, props.choose);
      }}
    >
      <Select.Trigger
        aria-label={editorStrings.visibility}
        aria-keyshortcuts={props.keys}
        className="inline-flex h-8 max-w-56 min-w-0 pointer-coarse:h-11 pointer-coarse:min-w-11 items-center gap-1.5 rounded-control px-2 text-small text-text-2 hover:bg-[color-mix(in_srgb,var(--text)_8%,transparent)] hover:text-text"
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden className="flex-none" />
        <Select.Value className={props.isShort === true ? "max-rail:sr-only" : "truncate"}>
          {() => current.label}
        </Select.Value>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden className="flex-none" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className="sheet-place z-40"
          sideOffset={4}
          align="end"
          alignItemWithTrigger={false}
        >
          <Select.Popup className="popover max-h-(--available-height) max-w-72 min-w-44 overflow-y-auto p-1 outline-none">
            <Select.List>
              {offered.general.map((offer) => (
                <AudienceRow key={offer.key} offer={offer} />
              ))}
              {offered.spaces.length > 0 && (
                <>
                  <Select.Separator className="mx-1 my-1 h-px bg-border" />
                  <Select.Group>
                    <Select.GroupLabel className="px-2.5 py-1 text-meta text-text-3">
                      {editorStrings.spaces}
                    </Select.GroupLabel>
                    {offered.spaces.map((offer) => (
                      <AudienceRow key={offer.key} offer={offer} />
                    ))}
                  </Select.Group>
                </>
              )}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

function AudienceRow({ offer }: { readonly offer: AudienceOffer }) {
  const Icon = visibilityIcons[offer.visibility];
  return (
    <Select.Item value={offer.key} className="menu-row">
      <Icon size={16} strokeWidth={1.75} aria-hidden className="flex-none text-text-2" />
      <Select.ItemText className="truncate">{offer.label}</Select.ItemText>
      <Select.ItemIndicator className="ms-auto flex-none">
        <Check size={16} strokeWidth={1.75} aria-hidden />
      </Select.ItemIndicator>
    </Select.Item>
  );
}
