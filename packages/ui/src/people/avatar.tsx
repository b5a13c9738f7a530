import type { CSSProperties } from "react";
import { hueOf, initialsOf } from "./initials.ts";

/** Disc with a person's initials in their colour, shown next to their name. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span aria-hidden className="avatar" style={{ "--hue": hueOf(name) } as CSSProperties}>
      {initialsOf(name)}
    </span>
  );
}
