import type { CSSProperties } from "react";
import { hueOf, initialsOf } from "./initials.ts";

/** A disc with a person's initials, in a colour of theirs. Their name stands beside it. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span aria-hidden className="avatar" style={{ "--hue": hueOf(name) } as CSSProperties}>
      {initialsOf(name)}
    </span>
  );
}
