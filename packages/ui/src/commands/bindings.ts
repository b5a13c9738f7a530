import type { Command, KeyBinding } from "@codemirror/view";
import { type CommandIn, commandsIn, eachKey, type Scope } from "./commands.ts";

/** Editor commands by id for a scope; an id with several keys has one for each key. */
type Commands<S extends Scope> = Readonly<Record<CommandIn<S>, Command | readonly Command[]>>;

/** Returns the commands of a scope as key bindings of the editor. */
export function bindings<S extends Scope>(scope: S, commands: Commands<S>): KeyBinding[] {
  return commandsIn([scope]).flatMap(([id, keys]) =>
    eachKey(keys).flatMap((each, at) => {
      // The table of a scope has only commands of that scope.
      const run = [commands[id as CommandIn<S>]].flat()[at];
      // Prevents the browser's Ctrl commands even if the editor has nothing to do.
      const preventDefault = each.startsWith("Ctrl");
      return run === undefined ? [] : [{ key: editorKey(each), run, preventDefault }];
    }),
  );
}

/** Converts `Ctrl+Shift+X` to the editor's `Mod-Shift-x`. */
function editorKey(keys: string): string {
  const parts = keys.split("+").map((part) => (part.length === 1 ? part.toLowerCase() : part));
  return parts.join("-").replace("Ctrl", "Mod").replace("Esc", "Escape");
}
