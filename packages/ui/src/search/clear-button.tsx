import { X } from "lucide-react";
import type { RefObject } from "react";
import { useLanguage } from "../language/language.ts";

interface ClearButtonProps {
  readonly label: string;
  readonly field: RefObject<HTMLInputElement | null>;
  clear(): void;
}

/** Button that clears a search field and focuses it. */
export function ClearButton({ label, field, clear }: ClearButtonProps) {
  useLanguage();
  return (
    <button
      type="button"
      className="icon-button absolute end-1 top-1 size-8"
      aria-label={label}
      onClick={() => {
        clear();
        field.current?.focus();
      }}
    >
      <X size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
