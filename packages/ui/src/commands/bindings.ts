import type { Command, KeyBinding } from "@codemirror/view";
import { type CommandIn, commandsIn, eachKey, type Scope } from "./commands.ts";

/** The editor's command for each id of a scope; for an id with several keys, one for each key. */
type Commands<S extends Scope> = Readonly<Record<CommandIn<S>, Command | readonly Command[]>>;

/** The commands of a scope as key bindings of the editor. */
export function bindings<S extends Scope>(scope: S, commands: Commands<S>): KeyBinding[] {
  return commandsIn([scope]).flatMap(([id, keys]) =>
    eachKey(keys).flatMap((each, at) => {
      // A scope's table has the commands of the scope.
      const run = [commands[id as CommandIn<S>]].flat()[at];
      // With Ctrl the browser has commands of its own, also where the editor has nothing to do.
      const preventDefault = each.startsWith("Ctrl");
      return run === undefined ? [] : [{ key: editorKey(each), run, preventDefault }];
    }),
  );
}

/** `Ctrl+Shift+X` as the editor writes it, `Mod-Shift-x`. */
function editorKey(keys: string): string {
  const parts = keys.split("+").map((part) => (part.length === 1 ? part.toLowerCase() : part));
  return parts.join("-").replace("Ctrl", "Mod").replace("Esc", "Escape");
}
