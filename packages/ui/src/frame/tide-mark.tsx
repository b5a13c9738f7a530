/** Logo of the app: two tide lines. */
export function TideMark() {
  return (
    <svg
      viewBox="0 0 20 20"
      className="size-5 flex-none fill-none stroke-accent [stroke-linecap:round] [stroke-width:1.6]"
      aria-hidden
    >
      <path d="M2 8c1.3-1.7 2.7-1.7 4 0s2.7 1.7 4 0 2.7-1.7 4 0 2.7 1.7 4 0" />
      <path d="M4 13c1-1.3 2-1.3 3 0s2 1.3 3 0 2-1.3 3 0 2 1.3 3 0" />
    </svg>
  );
}
