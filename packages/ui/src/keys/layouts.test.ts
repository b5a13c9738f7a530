import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keysOf, type Scope } from "../commands/commands.ts";
import { pressIn, type Runs } from "../commands/press.ts";
import { setSingleKeys } from "../state/single-keys.ts";
import { learnKey, resetLayout } from "./layout.ts";
import { type KeyPress, pressedKeys } from "./pressed-keys.ts";

beforeEach(resetLayout);
afterEach(() => {
  resetLayout();
  setSingleKeys(true);
});

type Held = Partial<Record<"ctrl" | "alt" | "shift" | "meta" | "altGraph" | "capsLock", true>>;

function press(key: string, code: string, held: Held = {}): KeyPress {
  return {
    key,
    code,
    target: null,
    ctrlKey: held.ctrl === true,
    altKey: held.alt === true,
    shiftKey: held.shift === true,
    metaKey: held.meta === true,
    getModifierState: (name) =>
      (name === "AltGraph" && held.altGraph === true) ||
      (name === "CapsLock" && held.capsLock === true),
  };
}

/** Returns the command that a press runs in scopes. */
function commandOf(scopes: readonly Scope[], pressed: KeyPress): string | null {
  let ran: string | null = null;
  const runs = Object.fromEntries(
    scopes.flatMap((scope) =>
      Object.keys(keysOf[scope]).map((id) => [id, (at: number) => (ran = `${id} ${at}`)]),
    ),
  );
  pressIn(scopes, pressed, runs as Runs<Scope>);
  return ran;
}

const ctrl = { ctrl: true } as const;
const ctrlShift = { ctrl: true, shift: true } as const;

describe("a keyboard of another script", () => {
  test.each([
    ["Russian", "з", "т", "а", "б", "о", "х"],
    ["Ukrainian", "з", "т", "а", "б", "о", "х"],
    ["Bulgarian", "р", "н", "ф", "б", "й", "я"],
    ["Greek", "π", "ν", "φ", null, "ξ", null],
    ["Hebrew", "פ", "מ", "כ", "ת", "ח", null],
    ["Arabic", "ح", "ى", "ب", "و", "ت", "ج"],
    ["Persian", "ح", "د", "ب", "و", "ت", "ج"],
    ["Thai", "ย", "ื", "ด", "ม", "่", "บ"],
    ["Korean", "ㅔ", "ㅜ", "ㄹ", null, "ㅓ", null],
    ["Armenian", "պ", "ն", "ֆ", null, "յ", "խ"],
    ["Georgian", "პ", "ნ", "ფ", null, "ჯ", null],
    ["Hindi", "ज", "ल", "ि", null, "र", "ड"],
    ["Japanese kana", "せ", "み", "は", "ね", "ま", "゛"],
  ])("%s acts by the places of its keys", (_, p, n, f, comma, j, bracket) => {
    expect(commandOf(["anywhere"], press(p, "KeyP", ctrl))).toBe("palette 0");
    expect(commandOf(["anywhere"], press(n, "KeyN", ctrl))).toBe("newMemo 0");
    expect(commandOf(["anywhere"], press(f, "KeyF", ctrl))).toBe("search 0");
    expect(commandOf(["anywhere"], press(p, "KeyP", ctrlShift))).toBe("commands 0");
    expect(commandOf(["inList", "everyList"], press(j, "KeyJ"))).toBe("next 0");
    if (comma !== null) {
      expect(commandOf(["anywhere"], press(comma, "Comma", ctrl))).toBe("settings 0");
    }
    if (bracket !== null) {
      expect(commandOf(["onPage"], press(bracket, "BracketLeft"))).toBe("newer 0");
    }
  });

  test("its capital letters and second keys of a pair act too", () => {
    expect(commandOf(["inList"], press("Н", "KeyY", { shift: true }))).toBe("copyMarkdown 0");
    expect(commandOf(["inList"], press("Н", "KeyY", { capsLock: true }))).toBe("copyAddress 0");
    expect(commandOf(["everyList"], press("п", "KeyG"))).toBeNull();
    expect(commandOf(["everyList"], press("л", "KeyK"))).toBe("toTasks 0");
  });

  test("a key that writes two letters at once is one key", () => {
    expect(pressedKeys(press("لا", "KeyB", ctrl))).toContain("Ctrl+B");
  });

  test("signs that it writes itself act by the sign", () => {
    expect(commandOf(["everyList"], press("?", "Digit7", { shift: true }))).toBe("sheet 0");
    expect(commandOf(["everyList"], press("/", "Backslash", { shift: true }))).toBe("search 0");
    expect(commandOf(["everyList"], press("/", "KeyQ"))).toBe("search 0");
    expect(commandOf(["everyList"], press("؟", "Slash", { shift: true }))).toBe("sheet 0");
  });

  test("Ctrl and a sign act by the place once the script is known", () => {
    expect(commandOf(["anywhere"], press(".", "Slash", ctrl))).toBeNull();
    learnKey({ key: "ф", code: "KeyA", shiftKey: false });
    expect(commandOf(["anywhere"], press(".", "Slash", ctrl))).toBe("sheet 0");
  });

  test("Shift with the key of a sign stays that sign where its layout is known", () => {
    const both = press("/", "Backslash", ctrlShift);
    expect(commandOf(["anywhere"], both)).toBe("sheet 0");
    learnKey({ key: "\\", code: "Backslash", shiftKey: false });
    expect(commandOf(["anywhere"], both)).toBe("panel 0");
  });

  test("Ctrl+Shift with a letter never becomes Ctrl with the letter", () => {
    expect(commandOf(["anywhere"], press("Я", "KeyZ", ctrlShift))).toBeNull();
    expect(commandOf(["anywhere"], press("Т", "KeyN", ctrlShift))).toBeNull();
  });
});

describe("a Latin keyboard", () => {
  test.each([
    ["Dvorak p", "p", "KeyR", "palette 0"],
    ["Dvorak n", "n", "KeyL", "newMemo 0"],
    ["Dvorak l on the place of P", "l", "KeyP", null],
    ["Dvorak b on the place of N", "b", "KeyN", null],
    ["Dvorak w on the place of a comma", "w", "Comma", null],
    ["Dvorak comma", ",", "KeyW", "settings 0"],
    ["AZERTY comma", ",", "KeyM", "settings 0"],
    ["Colemak p", "p", "KeyR", "palette 0"],
    ["Turkish ı on the place of I", "ı", "KeyI", null],
    ["Icelandic þ on the place of /", "þ", "Slash", null],
    ["German - on the place of /", "-", "Slash", null],
    ["Swedish ö on the place of ;", "ö", "Semicolon", null],
  ])("goes by its letters: %s", (_, key, code, command) => {
    expect(commandOf(["anywhere"], press(key, code, ctrl))).toBe(command);
  });

  test.each([
    ["h", "KeyJ", null],
    ["j", "KeyC", "next 0"],
    ["ü", "BracketLeft", null],
    ["é", "Digit2", null],
    ["å", "BracketLeft", null],
    ["ç", "Slash", null],
  ])("writes %s with %s, which is no other key by its place", (key, code, command) => {
    expect(commandOf(["inList", "everyList", "onPage"], press(key, code))).toBe(command);
  });

  test("capitals by Caps Lock are the small letters", () => {
    expect(commandOf(["inList"], press("J", "KeyJ", { capsLock: true }))).toBe("next 0");
    expect(commandOf(["inList"], press("y", "KeyY", { capsLock: true, shift: true }))).toBe(
      "copyMarkdown 0",
    );
  });
});

describe("digits", () => {
  test.each([
    ["French", "&", "Digit1", 0],
    ["French", "é", "Digit2", 1],
    ["French", "-", "Digit6", 5],
    ["French", "ç", "Digit9", 8],
    ["Czech", "ě", "Digit2", 1],
    ["Lithuanian", "ą", "Digit1", 0],
    ["Thai", "/", "Digit2", 1],
    ["Persian", "۴", "Digit4", 3],
    ["number pad", "7", "Numpad7", 6],
  ])("%s: Ctrl and %s go to a view", (_, key, code, at) => {
    expect(commandOf(["anywhere"], press(key, code, ctrl))).toBe(`savedViews ${at}`);
  });

  test("where they need Shift, they count with Shift as well", () => {
    expect(commandOf(["anywhere"], press("4", "Digit4", ctrlShift))).toBe("savedViews 3");
    expect(commandOf(["anywhere"], press("$", "Digit4", ctrlShift))).toBeNull();
    // Shift and the first three are other commands on every keyboard.
    expect(commandOf(["anywhere"], press("1", "Digit1", ctrlShift))).toBe("density 0");
    expect(commandOf(["anywhere"], press("!", "Digit1", ctrlShift))).toBe("density 0");
  });
});

describe("signs behind Shift and AltGr", () => {
  test("German / with Ctrl is Shift+7, except in an editor, where that makes a list", () => {
    const slash = press("/", "Digit7", ctrlShift);
    expect(commandOf(["anywhere"], slash)).toBe("sheet 0");
    expect(pressedKeys(slash)[0]).toBe("Ctrl+Shift+7");
  });

  const altGr = { altGraph: true } as const;
  const windows = { ctrl: true, alt: true, altGraph: true } as const;
  test.each([
    ["German, Windows", press("]", "Digit9", windows), "older 0"],
    ["German, Linux", press("]", "Digit9", altGr), "older 0"],
    ["German, without a word of AltGr", press("[", "Digit8", { ctrl: true, alt: true }), "newer 0"],
    ["French", press("]", "Minus", windows), "older 0"],
    ["Swedish", press("[", "Digit8", windows), "newer 0"],
  ])("%s: a bracket acts by its sign", (_, pressed, command) => {
    expect(commandOf(["onPage"], pressed)).toBe(command);
  });

  test.each([
    ["Polish ę", press("ę", "KeyE", windows)],
    ["German €", press("€", "KeyE", windows)],
    ["Polish nothing", press("p", "KeyP", windows)],
    ["Czech #", press("#", "KeyX", altGr)],
    ["Ctrl+Alt+] of an American keyboard", press("]", "BracketRight", { ctrl: true, alt: true })],
    ["Alt+]", press("]", "BracketRight", { alt: true })],
    ["Alt+J", press("j", "KeyJ", { alt: true })],
  ])("%s is text, or of the system", (_, pressed) => {
    expect(commandOf(["anywhere", "inList", "everyList", "onPage"], pressed)).toBeNull();
  });

  const ctrlAlt = { ctrl: true, alt: true } as const;
  test.each([
    ["Spanish @", press("@", "Digit2", ctrlAlt)],
    ["Spanish #", press("#", "Digit3", ctrlAlt)],
    ["French ~", press("~", "Digit2", ctrlAlt)],
    ["US International ö", press("ö", "KeyP", ctrlAlt)],
  ])("%s is text, also without a word of AltGr", (_, pressed) => {
    expect(commandOf(["anywhere", "formatting"], pressed)).toBeNull();
  });

  test("Ctrl and Alt with a digit that needs Shift make a heading where AltGr is another key", () => {
    learnKey({ key: '"', code: "Digit3", shiftKey: false });
    expect(commandOf(["formatting"], press('"', "Digit3", ctrlAlt))).toBe("heading 2");
    expect(commandOf(["formatting"], press("3", "Digit3", ctrlAlt))).toBe("heading 2");
    expect(commandOf(["anywhere"], press("з", "KeyP", ctrlAlt))).toBe("print 0");
  });

  test("Ctrl and AltGr of Linux are Ctrl with the sign, those of Windows the sign alone", () => {
    expect(pressedKeys(press("\\", "Minus", { ctrl: true, altGraph: true }))).toEqual(["Ctrl+\\"]);
    expect(pressedKeys(press("\\", "Minus", windows))).toEqual(["\\"]);
  });

  test.each([
    ["German #", "#", "'"],
    ["French *", "*", "µ"],
    ["Swiss $", "$", "£"],
    ["Spanish ç", "ç", "Ç"],
    ["Swedish '", "'", "*"],
  ])("%s is Ctrl+\\ where the backslash is behind AltGr", (_, plain, shifted) => {
    const both = { ctrl: true, shift: true } as const;
    expect(commandOf(["anywhere"], press(plain, "Backslash", ctrl))).toBe("sidebar 0");
    expect(commandOf(["anywhere"], press(shifted, "Backslash", both))).toBe("panel 0");
    learnKey({ key: plain, code: "Backslash", shiftKey: false });
    expect(commandOf(["anywhere"], press(plain, "Backslash", ctrl))).toBe("sidebar 0");
    expect(commandOf(["anywhere"], press(shifted, "Backslash", both))).toBe("panel 0");
    expect(commandOf(["anywhere", "everyList", "onPage"], press(plain, "Backslash"))).toBeNull();
  });

  test("a key in the place of the backslash keeps the command of its own sign", () => {
    expect(commandOf(["anywhere"], press(",", "Backslash", ctrl))).toBe("settings 0");
  });

  test("a Japanese keyboard has a backslash of its own", () => {
    learnKey({ key: "\\", code: "IntlRo", shiftKey: false });
    expect(commandOf(["anywhere"], press("]", "Backslash", ctrl))).toBeNull();
    expect(commandOf(["anywhere"], press("\\", "IntlRo", ctrl))).toBe("sidebar 0");
  });

  test("single keys that are turned off are off on every keyboard", () => {
    setSingleKeys(false);
    expect(commandOf(["onPage"], press("]", "Digit9", windows))).toBeNull();
    expect(commandOf(["inList"], press("о", "KeyJ"))).toBeNull();
    expect(commandOf(["inList"], press("ArrowDown", "ArrowDown"))).toBe("next 1");
    expect(commandOf(["anywhere"], press("з", "KeyP", ctrl))).toBe("palette 0");
  });
});

describe("on a Mac", () => {
  beforeEach(() => {
    vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
    return () => vi.restoreAllMocks();
  });

  test("signs written with Option act by the sign, letters never", () => {
    const option = { alt: true } as const;
    expect(commandOf(["onPage"], press("[", "Digit5", option))).toBe("newer 0");
    expect(commandOf(["onPage"], press("]", "Digit6", option))).toBe("older 0");
    expect(commandOf(["inList"], press("å", "KeyA", option))).toBeNull();
    expect(commandOf(["inList"], press("π", "KeyP", option))).toBeNull();
    expect(commandOf(["inList"], press("∆", "KeyJ", option))).toBeNull();
  });

  test("Cmd and Option go by the key", () => {
    const both = { meta: true, alt: true } as const;
    expect(commandOf(["anywhere"], press("π", "KeyP", both))).toBe("print 0");
    learnKey({ key: "p", code: "KeyR", shiftKey: false });
    expect(commandOf(["anywhere"], press("®", "KeyR", both))).toBe("print 0");
  });

  test("Cmd and Shift report the sign without Shift", () => {
    const both = { meta: true, shift: true } as const;
    expect(commandOf(["anywhere"], press("\\", "Backslash", both))).toBe("panel 0");
    expect(commandOf(["anywhere"], press("p", "KeyP", both))).toBe("commands 0");
  });
});

test.each<[string, KeyPress]>([
  ["an accent", press("Dead", "KeyN", { alt: true })],
  ["a word in composition", { ...press("j", "KeyJ"), isComposing: true }],
  [
    "a word in composition, as React reports it",
    { ...press("j", "KeyJ"), nativeEvent: { isComposing: true } },
  ],
  ["a key of an input method", press("Process", "KeyJ")],
  ["a key that an input method took", { ...press("j", "KeyJ"), keyCode: 229 }],
])("%s is never a shortcut", (_, pressed) => {
  expect(pressedKeys(pressed)).toEqual([]);
});
