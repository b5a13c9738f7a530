import { createRoot } from "react-dom/client";
import { readPseudoSwitch, startLanguage } from "../language/language.ts";
import { applyTextSize } from "../theme/text-size.ts";
import { applyTheme, useTheme } from "../theme/theme.ts";
import { type Notice, NoticePage } from "./notice-page.tsx";

/** Shows in an element why this tab can't show the app. `reload` is called by its button. */
export async function mountNotice(
  element: HTMLElement,
  notice: Notice,
  reload: () => void,
): Promise<void> {
  readPseudoSwitch();
  applyTheme(useTheme.getState().choice);
  applyTextSize();
  await startLanguage();
  createRoot(element).render(<NoticePage notice={notice} reload={reload} />);
}
