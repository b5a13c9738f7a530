import { isolateHistory } from "@codemirror/commands";
import { StateEffect, StateField } from "@codemirror/state";
import { type EditorView, showTooltip, type Tooltip } from "@codemirror/view";
import { unescapeWords } from "../../../viewer/images/image-words.ts";
import { imageStrings } from "./strings.ts";
import { imageText, writeWords } from "./write-image.ts";

const className = "cm-image-words";

const asked = StateEffect.define<Tooltip | null>();

/** Tooltip with the field for an image's alt text; `null` while it is closed. */
export const imageWordsField = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, { changes, effects, state }) {
    for (const effect of effects) if (effect.is(asked)) return effect.value;
    if (shown === null || changes.empty) return shown;
    const pos = changes.mapPos(shown.pos, 1);
    return imageText(state, pos) === null ? null : { ...shown, pos };
  },
  provide: (field) => showTooltip.from(field),
});

/** Opens the field for an image's alt text. */
export function editAltText(view: EditorView, picture: HTMLElement): void {
  // Saves the text in the field of another image first, which may move this one.
  view.dom.querySelector<HTMLElement>(`.${className} input`)?.blur();
  const pos = view.posAtDOM(picture);
  if (imageText(view.state, pos) === null) return;
  const create = (): ReturnType<typeof wordsField> =>
    wordsField(view, () => view.state.field(imageWordsField)?.create === create);
  const tooltip: Tooltip = { pos, above: false, create };
  view.dispatch({ effects: asked.of(tooltip) });
}

function wordsField(
  view: EditorView,
  isAsked: () => boolean,
): { readonly dom: HTMLElement; mount(): void } {
  const at = (): number => view.state.field(imageWordsField)?.pos ?? -1;
  const before = unescapeWords(imageText(view.state, at())?.words ?? "");
  const dom = document.createElement("div");
  dom.className = className;
  dom.setAttribute("role", "dialog");
  dom.setAttribute("aria-label", imageStrings.words);
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.value = before;
  input.title = imageStrings.wordsHelp;
  label.append(imageStrings.words, input);
  dom.append(label);
  let isOver = false;
  const end = (isKept: boolean): void => {
    // Removing a focused field fires `blur` again, even if the editor removes it.
    if (isOver || !isAsked()) return;
    isOver = true;
    const change =
      isKept && input.value !== before ? writeWords(view.state, at(), input.value) : null;
    view.dispatch(change ?? {}, {
      effects: asked.of(null),
      annotations: isolateHistory.of("full"),
    });
  };
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    end(event.key === "Enter");
    view.focus();
  });
  input.addEventListener("blur", () => end(true));
  return {
    dom,
    mount() {
      input.focus();
      input.select();
    },
  };
}
