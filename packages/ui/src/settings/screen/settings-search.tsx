import { Search } from "lucide-react";
import { type RefObject } from "react";
import { searchFieldId } from "../../focus/focus-search.ts";
import { useLanguage } from "../../language/language.ts";
import { ClearButton } from "../../search/clear-button.tsx";
import { settingsStrings } from "../strings.ts";

interface SettingsSearchProps {
  readonly label: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  type(text: string): void;
  /** Moves the focus below the field. */
  leaveDown(): void;
}

/** Search field of the settings or the administration, with the same keys as other searches. */
export function SettingsSearch({ label, field, value, type, leaveDown }: SettingsSearchProps) {
  useLanguage();
  return (
    <div className="settings-search" role="search">
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute start-3 top-[9px] z-1 text-text-3"
      />
      <input
        ref={field}
        id={searchFieldId}
        type="search"
        className="field"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={value}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "ArrowDown") leaveDown();
          else if (event.key === "Escape" && value !== "") type("");
          else return;
          event.preventDefault();
        }}
      />
      {value !== "" && (
        <ClearButton label={settingsStrings.clearSearch} field={field} clear={() => type("")} />
      )}
    </div>
  );
}
