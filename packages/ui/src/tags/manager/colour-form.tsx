import { useId } from "react";
import { useLanguage } from "../../language/language.ts";
import { type TagColour, tagColours } from "../tag-colours.ts";
import { useTagStyle } from "../use-tag-style.ts";
import { managerStrings } from "./strings.ts";

const names = Object.keys(tagColours) as TagColour[];

/** Colour of a tag: none, or one of eight that are visible in both themes. */
export function ColourForm({ tag }: { readonly tag: string }) {
  useLanguage();
  const group = useId();
  const { colour, setColour } = useTagStyle(tag);
  return (
    <fieldset className="mt-3">
      <legend className="text-small text-text-2">{managerStrings.colourHelp}</legend>
      <div className="tag-swatches">
        {[null, ...names].map((each) => (
          <label key={each} className="tag-swatch">
            <input
              type="radio"
              name={group}
              autoFocus={each === colour}
              checked={each === colour}
              onChange={() => setColour(each)}
            />
            <i
              aria-hidden
              style={each === null ? undefined : { background: tagColours[each] }}
              data-none={each === null || undefined}
            />
            {managerStrings.colours[each ?? "none"]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
