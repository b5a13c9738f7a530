import { clipboard, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from "electron";
import type { WebContents } from "electron";
import type { MenuWords } from "@tidemark/ui/native-menu";

const separator: MenuItemConstructorOptions = { type: "separator" };

/** So many words are offered in place of a misspelled one. */
const maxSuggestions = 5;

/** Gives the menu that a system's own programs have under the right button. The page's own ones go before. */
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

/** What can be taken along of a link or a picture. */
function placeItems(
  contents: WebContents,
  { linkURL, mediaType, hasImageContents, x, y }: ContextMenuParams,
  words: MenuWords,
): MenuItemConstructorOptions[] {
  const items: MenuItemConstructorOptions[] = [];
  // The page's own addresses lead nowhere outside of it.
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
