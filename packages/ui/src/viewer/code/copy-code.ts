import { copyText } from "../../feedback/copy-text.ts";
import { viewerStrings } from "../strings.ts";

/** Copies the code that a button belongs to. Whether the button was one for that. */
export function copyCode(target: Element): boolean {
  const button = target.closest("button[data-copy-code]");
  if (button === null) return false;
  const code = button.parentElement?.querySelector("pre")?.textContent ?? "";
  void copyText(code.replace(/\n$/, ""), viewerStrings.copyFailed);
  return true;
}
