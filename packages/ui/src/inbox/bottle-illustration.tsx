/** Drawing of a bottle with a message, at the water's edge. */
export function Bottle() {
  return (
    <svg
      viewBox="0 0 240 64"
      aria-hidden
      className="w-60 max-w-full fill-none stroke-text-3 [stroke-linecap:round] [stroke-linejoin:round] [stroke-width:1.5]"
    >
      <g transform="rotate(-18 120 34)">
        <path d="M100 27h28q4 0 6 3h8v7h-8q-2 3-6 3h-28q-5 0-5-6.500t5-6.500z" />
        <path d="M142 31h4v5h-4" />
        <path className="stroke-accent" d="M105 31.500h15v4.500h-15zM112.500 31.500v4.500" />
      </g>
      <path d="M84 50q6-4 12 0t12 0 12 0 12 0 12 0 12 0" />
      <path className="opacity-55" d="M24 50q6-4 12 0t12 0 12 0M180 50q6-4 12 0t12 0 12 0" />
      <path
        className="opacity-55"
        d="M60 59q6-4 12 0t12 0 12 0 12 0M132 59q6-4 12 0t12 0 12 0 12 0"
      />
    </svg>
  );
}
