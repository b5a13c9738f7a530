import { create } from "zustand";
import { usKeys } from "./us-keys.ts";

/** Known part of the keyboard's layout. */
export interface Layout {
  /** Characters that keys write without Shift, by physical key. */
  readonly plain: ReadonlyMap<string, string>;
  /** Physical keys of the characters that Shift was seen to write. */
  readonly shifted: ReadonlyMap<string, string>;
}

const unknown: Layout = { plain: new Map(), shifted: new Map() };

export const useLayout = create<Layout>(() => unknown);

/** Press of a key, as far as a layout can be learnt from it. */
type Seen = Pick<KeyboardEvent, "key" | "code" | "shiftKey"> & { readonly hasCapsLock?: boolean };

/** Learns what a key writes that is pressed alone, or with Shift. */
export function learnKey({ key, code, shiftKey, hasCapsLock = false }: Seen): void {
  if (!isWriting(code) || [...key].length !== 1) return;
  const { plain, shifted } = useLayout.getState();
  if (shiftKey) {
    if (/\p{L}/u.test(key) || shifted.get(key) === code) return;
    return useLayout.setState({ shifted: new Map([...shifted, [key, code]]) });
  }
  const written = hasCapsLock ? key.toLowerCase() : key;
  const before = plain.get(code);
  if (before === written) return;
  if (before === undefined) {
    return useLayout.setState({ plain: new Map([...plain, [code, written]]) });
  }
  // The user has changed to another layout, whose keys are asked for again.
  useLayout.setState({ plain: new Map([[code, written]]), shifted: new Map() });
  void askLayout();
}

/** Returns true for a key that writes a character, on Japanese and Brazilian keyboards too. */
function isWriting(code: string): boolean {
  return usKeys.has(code) || code === "IntlRo" || code === "IntlYen";
}

/** Clears what is known, as on a new page. */
export function resetLayout(): void {
  useLayout.setState(unknown, true);
}

interface KeyboardOfBrowser {
  getLayoutMap(): Promise<Iterable<readonly [string, string]>>;
}

/** Asks the browser for the layout; not every browser has it. */
async function askLayout(): Promise<void> {
  const { keyboard } = navigator as { readonly keyboard?: Partial<KeyboardOfBrowser> };
  try {
    const answer = await keyboard?.getLayoutMap?.();
    if (answer === undefined) return;
    const asked = new Map([...answer].filter(([code]) => isWriting(code)));
    const { plain } = useLayout.getState();
    // Key presses are right where they differ.
    if ([...plain].some(([code, written]) => asked.get(code) !== written)) return;
    useLayout.setState({ plain: asked });
  } catch {
    // A page in a frame may not ask.
  }
}

/** Watches key presses for the layout. Returns a function that stops watching. */
export function watchLayout(): () => void {
  const learn = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.keyCode === 229 || event.getModifierState("AltGraph")) return;
    const { key, code, shiftKey } = event;
    learnKey({ key, code, shiftKey, hasCapsLock: event.getModifierState("CapsLock") });
  };
  window.addEventListener("keydown", learn, true);
  void askLayout();
  return () => window.removeEventListener("keydown", learn, true);
}

/** Returns true if a character is a letter of the Latin script. */
export function isLatin(character: string): boolean {
  return /^\p{Script=Latin}/u.test(character);
}

/** Returns true if the letter keys are known to write another script. */
export function hasOtherScript({ plain }: Layout): boolean {
  return [...plain].some(
    ([code, written]) => code.startsWith("Key") && /\p{L}/u.test(written) && !isLatin(written),
  );
}

/**
 * Returns true for the key in the place of the backslash, if no key writes a backslash alone. On many keyboards
 * it is behind AltGr, which Windows reports as Ctrl and Alt, and which Shift changes to another character.
 */
export function isBackslashOf({ plain }: Layout, code: string): boolean {
  return code === "Backslash" && ![...plain.values()].includes("\\");
}
