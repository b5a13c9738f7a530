import { type LucideIcon, Plus, X } from "lucide-react";
import { useLanguage } from "../../language/language.ts";
import { manyTagStrings } from "./many-strings.ts";
import { tagStrings } from "./strings.ts";
import { useShownWhile } from "./use-shown-while.ts";

/** Chip of a tag that all the memos have. */
export function TagChip(props: {
  readonly tag: string;
  readonly isMarked: boolean;
  remove(): void;
}) {
  useLanguage();
  const { tag, isMarked, remove } = props;
  const chip = useShownWhile<HTMLLIElement>(isMarked);
  return (
    <li ref={chip} data-tag={tag} className="tag-chip" data-marked={isMarked || undefined}>
      <bdi className="truncate">#{tag}</bdi>
      <ChipButton icon={X} label={tagStrings.remove(tag)} press={remove} />
    </li>
  );
}

/** Chip of a tag that some of the memos have, with buttons to add it to all or remove it. */
export function PartialTagChip(props: {
  readonly tag: string;
  readonly some: string;
  add(): void;
  remove(): void;
}) {
  useLanguage();
  const { tag, some, add, remove } = props;
  return (
    <li className="tag-chip" data-partial>
      <bdi className="truncate">#{tag}</bdi>
      <span className="flex-none ps-1.5 text-text-2 tabular-nums">{some}</span>
      <ChipButton icon={Plus} label={manyTagStrings.addToAll(tag)} press={add} />
      <ChipButton icon={X} label={tagStrings.remove(tag)} press={remove} />
    </li>
  );
}

function ChipButton(props: { readonly icon: LucideIcon; readonly label: string; press(): void }) {
  const { icon: Icon, label, press } = props;
  return (
    <button type="button" aria-label={label} title={label} onClick={press}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
