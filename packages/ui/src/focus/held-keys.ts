/** Keys that a field acts upon itself, and what they do in one that does not. */
const commands = new Map([
  ["Enter", "insertLineBreak"],
  ["Backspace", "delete"],
  ["Escape", null],
]);

/** What was typed for a text that is not on screen yet. */
export interface HeldKeys {
  isEmpty(): boolean;
  /** Keeps a key for later; false for one that means nothing in a text that has just come. */
  hold(event: KeyboardEvent): boolean;
  /** Presses them in what has the focus, in their order. */
  write(): void;
}

export function heldKeys(): HeldKeys {
  const held: string[] = [];
  return {
    isEmpty: () => held.length === 0,
    hold({ key }) {
      // Behind Escape nothing is text any more.
      if (held.at(-1) === "Escape") return false;
      if (!commands.has(key) && [...key].length !== 1) return false;
      held.push(key);
      return true;
    },
    write() {
      let words = "";
      // As if it had been typed there: the editor and its undo know of it.
      const writeWords = (): void => {
        if (words !== "") document.execCommand("insertText", false, words);
        words = "";
      };
      for (const key of held.splice(0)) {
        const command = commands.get(key);
        if (command === undefined) {
          words += key;
          continue;
        }
        writeWords();
        const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        const isFree = document.activeElement?.dispatchEvent(press) ?? false;
        if (isFree && command !== null) document.execCommand(command);
      }
      writeWords();
    },
  };
}
