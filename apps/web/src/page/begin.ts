import { beginWith } from "@tidemark/ui/begin";
import { shareSource } from "./share-source.ts";

/** Begins as the address asks: `#/?start=…` of an app shortcut, `#/?shared=…` after sharing failed. */
export function begin(): void {
  const [path = "#/", query = ""] = location.hash.split("?", 2);
  const asked = new URLSearchParams(query);
  const [start, problem] = [asked.get("start"), asked.get("shared")];
  asked.delete("start");
  asked.delete("shared");
  const rest = asked.size === 0 ? path : `${path}?${asked.toString()}`;
  // A reload shouldn't begin like that again.
  if (start !== null || problem !== null) history.replaceState(history.state, "", rest);
  beginWith({ start, problem, shares: shareSource });
}
