import { Link2 } from "lucide-react";
import { useLanguage } from "../language/language.ts";
import { consumeCopiedLink, useShell } from "../shell/shell.ts";
import { captureStrings } from "./strings.ts";

/** Offers the copied link; nothing is pasted automatically. */
export function CopiedLink() {
  useLanguage();
  const link = useShell((state) => state.copiedLink);
  if (link === null) return null;
  return (
    <div className="capture-link">
      <button type="button" title={link} onClick={consumeCopiedLink}>
        <Link2 size={14} strokeWidth={1.75} aria-hidden />
        {captureStrings.pasteLink(new URL(link).host)}
      </button>
    </div>
  );
}
