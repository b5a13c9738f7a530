/** Drawing of three sailing boats of different sizes on the tide. */
export function Boats() {
  return (
    <svg
      viewBox="0 0 240 64"
      aria-hidden
      className="w-60 max-w-full fill-none stroke-text-3 [stroke-linecap:round] [stroke-linejoin:round] [stroke-width:1.5]"
    >
      <path d="M108 40h26l-5 6h-16zM120 40V10" />
      <path className="stroke-accent" d="M120 12l12 22h-12M117 16l-9 18h9" />
      <path className="opacity-75" d="M58 41h16l-3 4h-10zM66 41V24l7 13h-7" />
      <path className="opacity-75" d="M172 41h14l-3 4h-8zM179 41V27l-6 11h6" />
      <path d="M84 50q6-4 12 0t12 0 12 0 12 0 12 0 12 0" />
      <path className="opacity-55" d="M24 50q6-4 12 0t12 0 12 0M180 50q6-4 12 0t12 0 12 0" />
      <path
        className="opacity-55"
        d="M60 59q6-4 12 0t12 0 12 0 12 0M132 59q6-4 12 0t12 0 12 0 12 0"
      />
    </svg>
  );
}
