import type { ReactNode } from "react";

/** Message for an empty list or page, below a drawing of the tide. */
export function EmptyMessage(props: {
  readonly title: string;
  readonly body?: string;
  /** True if it fills the page; the title is then the page's heading. */
  readonly isPage?: boolean;
  /** Replaces the default drawing. */
  readonly drawing?: ReactNode;
  readonly action?: string;
  act?(): void;
}) {
  const Title = props.isPage === true ? "h1" : "p";
  return (
    // Focusable in place of the missing list, as a starting point for Tab.
    <div
      data-empty-message
      tabIndex={-1}
      className="mx-auto flex max-w-[520px] flex-col items-center px-4 py-14 text-center text-text-2 outline-none"
    >
      {props.drawing ?? <TideLine />}
      <Title className="mt-5 text-dialog font-semibold text-text">{props.title}</Title>
      {props.body !== undefined && props.body !== "" && (
        <p className="mt-1 text-balance">{props.body}</p>
      )}
      {props.action !== undefined && (
        <button type="button" className="button mt-5" onClick={props.act}>
          {props.action}
        </button>
      )}
    </div>
  );
}

/** Drawing of low water: still lines that fade to both sides, and a post with the high-water mark. */
function TideLine() {
  return (
    <svg
      viewBox="0 0 240 64"
      aria-hidden
      className="w-60 max-w-full fill-none stroke-text-3 [stroke-linecap:round] [stroke-linejoin:round] [stroke-width:1.5]"
    >
      <path d="M117 42V12m6 30V12m-9 0h12" />
      <path className="stroke-accent" d="M112 26h16" />
      <path d="M84 44q6-4 12 0t12 0 12 0 12 0 12 0 12 0" />
      <path className="opacity-55" d="M24 44q6-4 12 0t12 0 12 0M180 44q6-4 12 0t12 0 12 0" />
      <path
        className="opacity-55"
        d="M60 54q6-4 12 0t12 0 12 0 12 0M132 54q6-4 12 0t12 0 12 0 12 0"
      />
    </svg>
  );
}
