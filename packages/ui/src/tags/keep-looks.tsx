import { useEffect } from "react";
import { useTagStyles } from "../data/tag-queries.ts";
import { showLooks } from "./looks.ts";
import { looksOf } from "./tag-colours.ts";

/** Shows tags as their user wants them, once the host has said how, and whenever that changes. */
export function KeepLooks() {
  const styles = useTagStyles().data;
  useEffect(() => {
    if (styles !== undefined) showLooks(looksOf(styles));
  }, [styles]);
  return null;
}
