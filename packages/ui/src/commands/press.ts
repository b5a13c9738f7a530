import { isCommandKey } from "../state/single-keys.ts";
import { type CommandId, type CommandIn, commandsIn, eachKey, type Scope } from "./commands.ts";

/** Parts of a key press that identify the key. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target"
>;

/**
 * Runs a command by the key with index `at` in `eachKey`; a menu passes no press. Returns false to leave the
 * key unhandled.
 */
export type Run = (at: number, press?: KeyPress) => unknown;

/** Handlers of a scope, one for each of its commands. */
export type Runs<S extends Scope> = Readonly<Record<CommandIn<S>, Run>>;

const names: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "PgUp",
  PageDown: "PgDn",
  Delete: "Del",
  Escape: "Esc",
  " ": "Space",
  // With Shift, most layouts type another character.
  "|": "\\",
};

/** Returns a key press in the notation of the table of commands. */
export function pressedKeys(press: KeyPress): string {
  const { key, altKey, shiftKey } = press;
  const isHeld = press.ctrlKey || press.metaKey;
  const isCharacter = [...key].length === 1 && key !== " ";
  if (!isHeld && isCharacter) return key === key.toLowerCase() ? key : `Shift+${key}`;
  const name = placeOf(press) ?? names[key] ?? key;
  const held = [isHeld && "Ctrl", altKey && "Alt", shiftKey && "Shift"].filter(Boolean);
  return [...held, isCharacter ? name.toUpperCase() : name].join("+");
}

/** Returns the physical key if the layout types another character: Shift with a digit, Alt on a Mac. */
function placeOf({ code, altKey, metaKey, shiftKey }: KeyPress): string | undefined {
  const place = /^(?:Digit(?=\d)|Key(?=[A-Z]))(.)$/.exec(code)?.[1];
  return (shiftKey && /\d/.test(place ?? "")) || (altKey && metaKey) ? place : undefined;
}

const chordMs = 1500;

let chord = { first: "", untilMs: 0 };

/**
 * Runs the command of a key in one of the scopes; returns true if the key was handled. After the first key of
 * a pair, such as `g` of `g t`, only the second key of a pair counts.
 */
export function pressIn<S extends Scope>(
  scopes: readonly S[],
  press: KeyPress,
  runs: Runs<S>,
): boolean {
  const isHeld = press.ctrlKey || press.metaKey;
  if (!isHeld && !isCommandKey(press.key)) return false;
  const keys = pressedKeys(press);
  const all = commandsIn(scopes).flatMap(([, each]) => each);
  const pairs = new Set(all.filter((each) => each.includes(" ")).map((each) => each.split(" ")[0]));
  if (isHeld || pairs.size === 0) return run(keys);
  const { first, untilMs } = chord;
  chord = { first: "", untilMs: 0 };
  if (first !== "" && performance.now() < untilMs) return run(`${first} ${keys}`);
  if (!pairs.has(keys)) return run(keys);
  chord = { first: keys, untilMs: performance.now() + chordMs };
  return true;

  function run(pressed: string): boolean {
    for (const [id, each] of commandsIn(scopes)) {
      const at = eachKey(each).indexOf(pressed);
      // The table of a scope has only commands of that scope.
      if (at !== -1) return (runs as Readonly<Record<CommandId, Run>>)[id](at, press) !== false;
    }
    return false;
  }
}
