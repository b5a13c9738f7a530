import type { autocompletion, Completion } from "@codemirror/autocomplete";
import type { LucideIcon } from "lucide-react";
import { type BlurSubject, isBlurredNow } from "../../tags/blur.ts";
import { tagsStrings } from "../../tags/strings.ts";
import { drawIcon } from "./draw-icon.tsx";

/** Additional content of a row, beside its label. */
export interface RowLook {
  readonly icon?: LucideIcon;
  /** Character shown in place of the icon. */
  readonly glyph?: string;
  /** Second line, in pieces; every second one is highlighted. */
  readonly excerpt?: readonly string[];
  /** Set to draw a separator above the row. */
  readonly isFirst?: boolean;
}

const looks = new WeakMap<Completion, RowLook>();

/** Stores the look of a row, and returns its completion. */
export function rowOf(completion: Completion, look: RowLook): Completion {
  looks.set(completion, look);
  return completion;
}

/** Returns the label that a memo's row is matched by, and its replacement if the memo is blurred. */
export function labelOf(
  memo: BlurSubject,
  label: string,
): Pick<Completion, "label" | "displayLabel"> {
  return isBlurredNow(memo) ? { label, displayLabel: tagsStrings.blurred } : { label };
}

type Config = NonNullable<Parameters<typeof autocompletion>[0]>;

/** CodeMirror options that draw icons, glyphs and excerpts. */
export const rowDrawing = {
  icons: false,
  optionClass(completion) {
    const look = looks.get(completion);
    return [
      look?.isFirst === true ? "cm-first" : "",
      look?.excerpt === undefined ? "" : "cm-two-lines",
    ].join(" ");
  },
  addToOptions: [
    { position: 20, render: (completion) => drawMark(looks.get(completion)) },
    { position: 90, render: (completion) => drawExcerpt(looks.get(completion)?.excerpt) },
  ],
} satisfies Config;

function drawMark(look: RowLook | undefined): Node | null {
  if (look?.icon !== undefined) return drawIcon(look.icon);
  if (look?.glyph === undefined) return null;
  const glyph = document.createElement("span");
  glyph.className = "cm-glyph";
  glyph.textContent = look.glyph;
  glyph.ariaHidden = "true";
  return glyph;
}

function drawExcerpt(excerpt: readonly string[] | undefined): Node | null {
  if (excerpt === undefined) return null;
  const line = document.createElement("span");
  line.className = "cm-excerpt";
  line.append(
    ...excerpt.map((text, index) => {
      if (index % 2 === 0) return text;
      const mark = document.createElement("mark");
      mark.textContent = text;
      return mark;
    }),
  );
  return line;
}
