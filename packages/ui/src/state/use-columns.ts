import { useListLayout } from "./list-layout.ts";
import { useMediaQuery } from "./use-media-query.ts";

/** From this width on memos can stand side by side (memo-card.css). */
const columnsQuery = "(min-width: 1400px)";

/** In how many columns memos stand: those that were chosen, where there is room; lines in one. */
export function useColumns(): number {
  const hasRoom = useMediaQuery(columnsQuery);
  const columns = useListLayout(({ density, columns: chosen }) =>
    density === "line" ? 1 : Number(chosen),
  );
  return hasRoom ? columns : 1;
}
