import { Maximize2, Minimize2 } from "lucide-react";
import { shownKeys } from "../../commands/commands.ts";
import { useKeysHere } from "../../keys/shown-keys.ts";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";
import type { FocusMode } from "./use-focus-mode.ts";

/** Button that makes the editor fill the window, and restores it. */
export function FocusButton({ mode }: { readonly mode: FocusMode }) {
  useLanguage();
  const here = useKeysHere();
  const Icon = mode.isOn ? Minimize2 : Maximize2;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={editorStrings.focusMode}
      aria-pressed={mode.isOn}
      title={editorStrings.withKeys(editorStrings.focusMode, here(shownKeys("focusMode")))}
      onMouseDown={(event) => event.preventDefault()}
      onClick={mode.toggle}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
