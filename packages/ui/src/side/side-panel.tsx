import { useLanguage } from "../language/language.ts";
import { MonthTable } from "./month-table.tsx";
import { OnThisDay } from "./on-this-day.tsx";
import { sideStrings } from "./strings.ts";

/** Side panel with calendar and earlier years, shown if the window has room. */
export function SidePanel({ nowMs }: { readonly nowMs: number }) {
  useLanguage();
  return (
    <aside aria-label={sideStrings.label} className="side-panel">
      <MonthTable nowMs={nowMs} />
      <OnThisDay nowMs={nowMs} />
    </aside>
  );
}
