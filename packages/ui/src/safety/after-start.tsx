import { BrowserCopy } from "../browser/browser-copy.tsx";
import { RestoreOutcome } from "./restore-outcome.tsx";

/** Parts on every screen that can come later than the first one. */
export function AfterStart() {
  return (
    <>
      <RestoreOutcome />
      <BrowserCopy />
    </>
  );
}
