import { Monitor, Moon, Sun } from "lucide-react";
import { themeChoices, useTheme } from "../theme/theme.ts";
import { useLanguage } from "../language/language.ts";
import { choiceStrings } from "../settings/choice-strings.ts";
import { ChoiceButton } from "./choice-button.tsx";

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Menu of themes: system, light or dark. */
export function ThemeMenu() {
  useLanguage();
  const { choice, choose } = useTheme();
  return (
    <ChoiceButton
      icon={icons[choice]}
      label={choiceStrings.themeButton(choiceStrings.themes[choice])}
      menuLabel={choiceStrings.theme}
      choices={themeChoices.map((each) => ({
        key: each,
        label: choiceStrings.themes[each],
        isChosen: each === choice,
        choose: () => choose(each),
      }))}
    />
  );
}
