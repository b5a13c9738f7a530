import type { ReactNode } from "react";

/** Line below the header: a summary of the view, and actions for all its memos. */
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
