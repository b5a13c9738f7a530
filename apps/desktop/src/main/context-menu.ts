import { clipboard, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from "electron";
import type { WebContents } from "electron";
import type { MenuWords } from "@tidemark/ui/native-menu";

const separator: MenuItemConstructorOptions = { type: "separator" };

/** Maximum number of suggestions for a misspelled word. */
const maxSuggestions = 5;

/** Shows the system-style context menu. The page's own context menus take precedence. */
export function offerContextMenu(contents: WebContents, words: () => MenuWords): void {
  contents.on("context-menu", (_event, params) => {
    const items = contextItems(contents, params, words());
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
}

function contextItems(
  contents: WebContents,
  params: ContextMenuParams,
  words: MenuWords,
): MenuItemConstructorOptions[] {
  const groups = [
    spellingItems(contents, params, words),
    placeItems(contents, params, words),
    textItems(params, words),
  ].filter((items) => items.length > 0);
  return groups.flatMap((items, at) => (at === 0 ? items : [separator, ...items]));
}

function spellingItems(
  contents: WebContents,
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
  words: MenuWords,
): MenuItemConstructorOptions[] {
  if (misspelledWord === "") return [];
  return [
    ...dictionarySuggestions.slice(0, maxSuggestions).map((suggestion) => ({
      label: suggestion,
      click: () => contents.replaceMisspelling(suggestion),
    })),
    {
      label: words.learnWord,
      click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
  ];
}

/** Returns the copy commands for a link or image. */
function placeItems(
  contents: WebContents,
  { linkURL, mediaType, hasImageContents, x, y }: ContextMenuParams,
  words: MenuWords,
): MenuItemConstructorOptions[] {
  const items: MenuItemConstructorOptions[] = [];
  // The page's own URLs are useless outside the app.
  if (/^(?:https?|mailto):/iu.test(linkURL)) {
    items.push({ label: words.copyLink, click: () => clipboard.writeText(linkURL) });
  }
  if (mediaType === "image" && hasImageContents) {
    items.push({ label: words.copyImage, click: () => contents.copyImageAt(x, y) });
  }
  return items;
}

function textItems(
  { isEditable, editFlags, selectionText }: ContextMenuParams,
  words: MenuWords,
): MenuItemConstructorOptions[] {
  const { canCut, canCopy, canPaste, canSelectAll } = editFlags;
  if (!isEditable) {
    return selectionText.trim() === "" ? [] : [{ role: "copy", label: words.copy }];
  }
  return [
    { role: "cut", label: words.cut, enabled: canCut },
    { role: "copy", label: words.copy, enabled: canCopy },
    { role: "paste", label: words.paste, enabled: canPaste },
    { role: "pasteAndMatchStyle", label: words.pastePlain, enabled: canPaste },
    separator,
    { role: "selectAll", label: words.selectAll, enabled: canSelectAll },
  ];
}
