import { useCounts } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { panelQuery, useMediaQuery } from "../state/use-media-query.ts";
import { paletteStrings } from "./strings.ts";

/** Hints for keys, and the number of memos. */
export function PaletteFoot() {
  useLanguage();
  const counts = useCounts().data;
  const hasPanel = useMediaQuery(panelQuery);
  return (
    <div className="palette-foot">
      <span aria-hidden className="palette-keys">
        <span>
          <kbd>↵</kbd> {paletteStrings.open}
        </span>
        {hasPanel && (
          <span>
            <kbd>{paletteStrings.inPanelKeys}</kbd> {paletteStrings.inPanel}
          </span>
        )}
        <span>
          <kbd>{paletteStrings.narrowKeys}</kbd> {paletteStrings.narrow}
        </span>
      </span>
      {counts !== undefined && (
        <span className="ms-auto tabular-nums">
          {paletteStrings.memoCount(counts.normal + counts.archived)}
        </span>
      )}
    </div>
  );
}
