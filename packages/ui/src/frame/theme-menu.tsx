import { Monitor, Moon, Sun } from "lucide-react";
import { themeChoices, useTheme } from "../theme/theme.ts";
import { useLanguage } from "../language/language.ts";
import { ChoiceButton } from "./choice-button.tsx";
import { frameStrings } from "./strings.ts";

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** System, light or dark. */
export function ThemeMenu() {
  useLanguage();
  const { choice, choose } = useTheme();
  return (
    <ChoiceButton
      icon={icons[choice]}
      label={frameStrings.themeButton(frameStrings.themes[choice])}
      menuLabel={frameStrings.theme}
      choices={themeChoices.map((each) => ({
        key: each,
        label: frameStrings.themes[each],
        isChosen: each === choice,
        choose: () => choose(each),
      }))}
    />
  );
}
