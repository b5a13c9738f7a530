import { useCounts } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { paletteStrings } from "./strings.ts";

/** Which keys do what here, and how many memos there are to go to. */
export function PaletteFoot() {
  useLanguage();
  const counts = useCounts().data;
  return (
    <div className="palette-foot">
      <span aria-hidden className="palette-keys">
        <span>
          <kbd>↵</kbd> {paletteStrings.open}
        </span>
        <span>
          <kbd>{paletteStrings.editKeys}</kbd> {paletteStrings.edit}
        </span>
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
