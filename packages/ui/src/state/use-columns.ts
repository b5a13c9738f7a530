import { useListLayout } from "./list-layout.ts";
import { useMediaQuery } from "./use-media-query.ts";

/** Minimum window width for several columns (memo-card.css). */
const columnsQuery = "(min-width: 1400px)";

/**
 * Returns the number of columns: the user's choice in wide windows, otherwise 1. One-line lists always have
 * 1.
 */
export function useColumns(): number {
  const hasRoom = useMediaQuery(columnsQuery);
  const columns = useListLayout(({ density, columns: chosen }) =>
    density === "line" ? 1 : Number(chosen),
  );
  return hasRoom ? columns : 1;
}
