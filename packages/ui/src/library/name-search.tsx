import { Search } from "lucide-react";
import { useRef } from "react";
import { searchFieldId } from "../focus/focus-search.ts";
import { useLanguage } from "../language/language.ts";
import { ClearButton } from "../search/clear-button.tsx";
import { libraryStrings } from "./strings.ts";

/** Search for files by name, in the place and with the keys of the search on other screens. */
export function NameSearch(props: { readonly value: string; type(text: string): void }) {
  useLanguage();
  const { value, type } = props;
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="search-box" data-filled={value !== "" || undefined}>
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute start-3 top-3 z-1 text-text-3"
      />
      <input
        ref={field}
        id={searchFieldId}
        type="search"
        className="field search-field"
        aria-label={libraryStrings.searchLabel}
        placeholder={libraryStrings.search}
        autoComplete="off"
        spellCheck={false}
        value={value}
        maxLength={200}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing || value === "") return;
          event.preventDefault();
          type("");
        }}
      />
      {value !== "" && (
        <ClearButton label={libraryStrings.clear} field={field} clear={() => type("")} />
      )}
    </div>
  );
}
