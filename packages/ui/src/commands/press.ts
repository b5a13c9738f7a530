import { isCharacter, type KeyPress, pressedKeys } from "../keys/pressed-keys.ts";
import { areSingleKeysOn } from "../state/single-keys.ts";
import { type CommandId, type CommandIn, commandsIn, eachKey, type Scope } from "./commands.ts";

/**
 * Runs a command by the key with index `at` in `eachKey`; a menu passes no press. Returns false to leave the
 * key unhandled.
 */
export type Run = (at: number, press?: KeyPress) => unknown;

/** Handlers of a scope, one for each of its commands. */
export type Runs<S extends Scope> = Readonly<Record<CommandIn<S>, Run>>;

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
  const pressed = pressedKeys(press).filter((keys) => isOn(press, keys));
  if (pressed.length === 0) return false;
  const all = commandsIn(scopes).flatMap(([, each]) => each);
  const pairs = new Set(all.filter((each) => each.includes(" ")).map((each) => each.split(" ")[0]));
  if (pairs.size === 0 || pressed.every(isWithModifier)) return pressed.some(run);
  const { first, untilMs } = chord;
  chord = { first: "", untilMs: 0 };
  if (first !== "" && performance.now() < untilMs) {
    return pressed.some((keys) => run(`${first} ${keys}`));
  }
  const begun = pressed.find((keys) => pairs.has(keys));
  if (begun === undefined) return pressed.some(run);
  chord = { first: begun, untilMs: performance.now() + chordMs };
  return true;

  function run(keys: string): boolean {
    for (const [id, each] of commandsIn(scopes)) {
      const at = eachKey(each).indexOf(keys);
      // The table of a scope has only commands of that scope.
      if (at !== -1) return (runs as Readonly<Record<CommandId, Run>>)[id](at, press) !== false;
    }
    return false;
  }
}

/** Returns true for a key that formats text, which only the editor does. */
export function isForEditor(press: KeyPress): boolean {
  const pressed = pressedKeys(press);
  return commandsIn(["formatting", "inMarkdown"]).some(([, keys]) =>
    eachKey(keys).some((each) => pressed.includes(each)),
  );
}

function isWithModifier(keys: string): boolean {
  return /^(?:Ctrl|Alt)\+/.test(keys);
}

/** Returns false for single keys that are characters if the user has disabled them. */
function isOn({ key }: KeyPress, keys: string): boolean {
  return isWithModifier(keys) || !isCharacter(key) || areSingleKeysOn();
}
