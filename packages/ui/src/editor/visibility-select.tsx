import { Select } from "@base-ui/react/select";
import type { MemoView } from "@tidemark/core/router";
import { Check, ChevronDown } from "lucide-react";
import { useFeedback } from "../feedback/feedback.ts";
import { visibilityLabel } from "../timeline/strings.ts";
import { visibilityIcons } from "../timeline/visibility-icon.ts";
import { editorStrings } from "./strings.ts";

type Visibility = MemoView["visibility"];

const choices = ["PRIVATE", "PROTECTED", "PUBLIC"] as const satisfies readonly Visibility[];

/** Memos that are not asked about again. */
const confirmed = new Set<string>();

/** Everybody is asked once for a memo before all the world may read it. */
function chooseWithCare({ value, memoId, choose }: VisibilitySelectProps, next: Visibility): void {
  const isRaised = next === "PUBLIC" && value !== "PUBLIC";
  if (!isRaised || (memoId !== null && confirmed.has(memoId))) {
    choose(next);
    return;
  }
  useFeedback.getState().ask({
    title: editorStrings.publicTitle,
    body: editorStrings.publicBody,
    action: editorStrings.publicAction,
    confirm() {
      if (memoId !== null) confirmed.add(memoId);
      choose(next);
    },
  });
}

interface VisibilitySelectProps {
  readonly value: Visibility;
  /** What the space is called that the memo is in; null for none. */
  readonly spaceTitle: string | null;
  /** null while it is not written yet. */
  readonly memoId: string | null;
  choose(visibility: Visibility): void;
}

/** Who may read the memo. `Space` is offered only where the memo already is in one. */
export function VisibilitySelect(props: VisibilitySelectProps) {
  const { value, spaceTitle } = props;
  const Icon = visibilityIcons[value];
  const offered: readonly Visibility[] = value === "SPACE" ? ["SPACE", ...choices] : choices;
  return (
    <Select.Root<Visibility>
      value={value}
      onValueChange={(next) => {
        if (next !== null) chooseWithCare(props, next);
      }}
    >
      <Select.Trigger
        aria-label={editorStrings.visibility}
        className="inline-flex h-8 flex-none items-center gap-1.5 rounded-control px-2 text-small text-text-2 hover:bg-[color-mix(in_srgb,var(--text)_8%,transparent)] hover:text-text"
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        <Select.Value>{(each: Visibility) => visibilityLabel(each, spaceTitle)}</Select.Value>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className="z-40" sideOffset={4} align="end" alignItemWithTrigger={false}>
          <Select.Popup className="popover min-w-44 p-1 outline-none">
            <Select.List>
              {offered.map((each) => (
                <VisibilityRow
                  key={each}
                  visibility={each}
                  label={visibilityLabel(each, spaceTitle)}
                />
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

function VisibilityRow(props: { readonly visibility: Visibility; readonly label: string }) {
  const { visibility, label } = props;
  const Icon = visibilityIcons[visibility];
  return (
    <Select.Item value={visibility} className="menu-row">
      <Icon size={16} strokeWidth={1.75} aria-hidden className="text-text-2" />
      <Select.ItemText>{label}</Select.ItemText>
      <Select.ItemIndicator className="ms-auto">
        <Check size={16} strokeWidth={1.75} aria-hidden />
      </Select.ItemIndicator>
    </Select.Item>
  );
}
