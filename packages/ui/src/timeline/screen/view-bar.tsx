import type { ReactNode } from "react";

/** The line under a header: what the view holds, in words, and what can be done with all of it. */
export function ViewBar({
  words,
  children,
}: {
  readonly words: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="view-bar">
      <p className="min-w-0 text-small text-text-3 tabular-nums">{words}</p>
      {children}
    </div>
  );
}
