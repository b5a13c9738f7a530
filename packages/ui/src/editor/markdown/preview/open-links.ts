import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { linkTarget } from "./link-target.ts";

function open(address: string): void {
  window.open(address, "_blank", "noopener,noreferrer");
}

function clicked(event: MouseEvent): string | null {
  if (!event.ctrlKey && !event.metaKey) return null;
  const link = event.target instanceof Element ? event.target.closest("[data-link]") : null;
  return link?.getAttribute("data-link") ?? null;
}

/** Opens a link on Ctrl or Cmd and a click; a plain click sets the caret. */
export const openLinks: Extension = EditorView.domEventHandlers({
  mousedown: (event) => clicked(event) !== null,
  click(event) {
    const address = clicked(event);
    if (address === null) return false;
    event.preventDefault();
    open(address);
    return true;
  },
});

/** Opens the link that the caret is in or beside. */
export const openLinkAtCaret: Command = ({ state }) => {
  const address = linkAt(state, -1) ?? linkAt(state, 1);
  if (address !== null) open(address);
  return address !== null;
};

function linkAt(state: EditorState, side: -1 | 1): string | null {
  const { head } = state.selection.main;
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(head, side);
  for (; node !== null; node = node.parent) {
    const url = node.name === "URL" ? node : node.getChild("URL");
    if (url !== null) return linkTarget(state.sliceDoc(url.from, url.to));
  }
  return null;
}
