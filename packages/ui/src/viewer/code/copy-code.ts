import { copyText } from "../../feedback/copy-text.ts";
import { viewerStrings } from "../strings.ts";

/** Copies the code that a copy button belongs to. Returns false if the target isn't in such a button. */
export function copyCode(target: Element): boolean {
  const button = target.closest("button[data-copy-code]");
  if (button === null) return false;
  const code = button.parentElement?.querySelector("pre")?.textContent ?? "";
  void copyText(code.replace(/\n$/, ""), viewerStrings.copyFailed);
  return true;
}
