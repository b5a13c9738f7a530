import { Popover } from "@base-ui/react/popover";
import type { ViewIcon as Icon } from "@tidemark/core/view";
import { useId, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { iconNames, LucideIcon } from "./lucide-icon.tsx";
import { viewStrings } from "./strings.ts";
import { ViewIcon } from "./view-icon.tsx";

interface IconPickerProps {
  readonly icon: Icon | null;
  choose(icon: Icon | null): void;
}

/** Icons shown before the user searches. */
const usual = [
  "bookmark",
  "star",
  "heart",
  "flag",
  "circle-check",
  "list-todo",
  "calendar",
  "clock",
  "hash",
  "tag",
  "inbox",
  "archive",
  "folder",
  "file-text",
  "book-open",
  "pen-line",
  "lightbulb",
  "link",
  "code",
  "image",
  "music",
  "map-pin",
  "globe",
  "lock",
  "users",
  "user",
  "house",
  "briefcase",
  "graduation-cap",
  "shopping-cart",
  "utensils",
  "coffee",
  "anchor",
  "sailboat",
  "waves",
  "mountain",
  "leaf",
  "sun",
  "cloud",
  "moon",
];
const maxShown = 60;

/** Button with a view's icon, and a popover to choose another: a Lucide icon or an emoji. */
export function IconPicker({ icon, choose }: IconPickerProps) {
  useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const chosen = (next: Icon | null): void => {
    choose(next);
    setIsOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className="view-icon-button" aria-label={viewStrings.chooseIcon}>
        <ViewIcon icon={icon} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={4} className="z-[60]">
          <Popover.Popup className="popover icon-picker" aria-label={viewStrings.chooseIcon}>
            <Choices icon={icon} choose={chosen} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choices({ icon, choose }: IconPickerProps) {
  useLanguage();
  const emojiId = useId();
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase().split(/\s+/u);
  const shown =
    words.trim() === ""
      ? usual
      : iconNames.filter((name) => wanted.every((word) => name.includes(word))).slice(0, maxShown);
  const emoji = icon !== null && "emoji" in icon ? icon.emoji : "";
  return (
    <>
      <input
        type="search"
        className="field h-8!"
        aria-label={viewStrings.findIcon}
        placeholder={viewStrings.findIcon}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="icon-grid" role="group" aria-label={viewStrings.icon}>
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            className="icon-choice"
            aria-label={name}
            title={name}
            aria-pressed={icon !== null && "lucide" in icon && icon.lucide === name}
            onClick={() => choose({ lucide: name })}
          >
            <LucideIcon name={name} fallback={null} />
          </button>
        ))}
      </div>
      <div className="mt-2 flex items-center gap-2">
        <label htmlFor={emojiId} className="text-small text-text-2">
          {viewStrings.emoji}
        </label>
        <input
          id={emojiId}
          type="text"
          className="field h-8! w-16! text-center"
          maxLength={16}
          defaultValue={emoji}
          onChange={({ target }) => {
            const given = target.value.trim();
            if (given !== "" && [...given].length <= maxEmojiLength) choose({ emoji: given });
          }}
        />
        <button type="button" className="button ms-auto" onClick={() => choose(null)}>
          {viewStrings.noIcon}
        </button>
      </div>
    </>
  );
}

/** Maximum length in code points: families and flags have many. */
const maxEmojiLength = 16;
