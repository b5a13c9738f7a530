import { useEffect } from "react";
import { useTagStyles } from "../data/tag-queries.ts";
import { showLooks } from "./looks.ts";
import { looksOf } from "./tag-colours.ts";

/** Applies the user's tag styles once loaded, and whenever they change. */
export function KeepLooks() {
  const styles = useTagStyles().data;
  useEffect(() => {
    if (styles !== undefined) showLooks(looksOf(styles));
  }, [styles]);
  return null;
}
