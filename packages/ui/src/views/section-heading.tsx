import type { LucideIcon } from "lucide-react";
import { useLanguage } from "../language/language.ts";

interface SectionHeadingProps {
  readonly id: string;
  readonly title: string;
  /** Label of the button. */
  readonly action: string;
  readonly icon: LucideIcon;
  act(): void;
}

/** Heading of a sidebar section, with a button. */
export function SectionHeading(props: SectionHeadingProps) {
  useLanguage();
  const { id, title, action, icon: Icon, act } = props;
  return (
    <div className="flex h-7 flex-none items-center ps-2.5">
      <h2 id={id} className="text-meta font-semibold text-text-3">
        {title}
      </h2>
      <button
        type="button"
        className="icon-button ms-auto size-7!"
        aria-label={action}
        title={action}
        aria-haspopup="dialog"
        onClick={act}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}
