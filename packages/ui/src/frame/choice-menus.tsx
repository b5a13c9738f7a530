import { LanguageMenu } from "./language-menu.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

/** Menus of languages and themes. */
export function ChoiceMenus() {
  return (
    <>
      <LanguageMenu />
      <ThemeMenu />
    </>
  );
}
