import { useLanguage } from "../language/language.ts";
import { SearchTips } from "./search-tips.tsx";
import { findingStrings as strings } from "./strings.ts";

/** What helps with a search, beside what it finds where there is room. */
export function SearchPanel() {
  useLanguage();
  return (
    <aside aria-label={strings.help} className="side-panel">
      <SearchTips />
    </aside>
  );
}
