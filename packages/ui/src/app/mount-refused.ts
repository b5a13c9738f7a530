import { startLanguage, readPseudoSwitch } from "../language/language.ts";
import type { ShellPort } from "../shell/shell-port.ts";
import { applyTextSize } from "../theme/text-size.ts";
import { applyTheme, useTheme } from "../theme/theme.ts";

/** Shows why the database can't be opened, in a page where nothing was mounted yet. */
export async function mountRefused(port: ShellPort): Promise<void> {
  readPseudoSwitch();
  applyTheme(useTheme.getState().choice);
  applyTextSize();
  const [{ listenToShell }, { showRefused }] = await Promise.all([
    import("../shell/shell.ts"),
    import("../refused/show-refused.tsx"),
    startLanguage(),
  ]);
  listenToShell(port);
  showRefused();
}
