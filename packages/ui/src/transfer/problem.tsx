import { CircleAlert } from "lucide-react";

/** Error message. */
export function Problem({ text, lang }: { readonly text: string; readonly lang?: string }) {
  return (
    <p
      role="alert"
      lang={lang}
      className="flex grow items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-small text-danger [overflow-wrap:anywhere]"
    >
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-px flex-none" />
      {text}
    </p>
  );
}
