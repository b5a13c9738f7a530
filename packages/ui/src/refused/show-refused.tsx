import { createRoot } from "react-dom/client";
import { languageNow, whenLanguageChanges } from "../language/language.ts";
import { RefusedPage } from "./refused-page.tsx";

/** Replaces the page, which would otherwise wait for data forever. */
export function showRefused(): void {
  const element = document.createElement("div");
  for (const other of document.body.children) if (other instanceof HTMLElement) other.hidden = true;
  document.body.append(element);
  const root = createRoot(element);
  const show = (): void => root.render(<RefusedPage />);
  if (languageNow() !== "") show();
  else whenLanguageChanges(show);
}
