import { viewerStrings } from "../strings.ts";

const maxNameLength = 80;
/** A cell of so many characters stays on one line. */
export const shortCell = 16;

/** Sets each table into a frame that scrolls sideways, is reached by keys and says what it holds. */
export function frameTables(body: DocumentFragment): void {
  for (const table of body.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "table-frame";
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", nameOf(table));
    for (const cell of table.querySelectorAll("th, td")) {
      if ((cell.textContent ?? "").length <= shortCell) cell.classList.add("is-short");
    }
    table.replaceWith(frame);
    frame.append(table);
  }
}

function nameOf(table: HTMLTableElement): string {
  const titles = [...table.querySelectorAll("th")].map((cell) => (cell.textContent ?? "").trim());
  const columns = titles.filter((title) => title !== "").join(", ");
  if (columns === "") return viewerStrings.table;
  const isLong = columns.length > maxNameLength;
  return viewerStrings.tableOf(isLong ? `${columns.slice(0, maxNameLength)}…` : columns);
}
