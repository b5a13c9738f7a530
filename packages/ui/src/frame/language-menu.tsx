import { Languages } from "lucide-react";
import { useFeedback } from "../feedback/feedback.ts";
import { chooseLanguage, useLanguage, useLanguageChoice } from "../language/language.ts";
import { languageChoices, locales, type LanguageChoice } from "../language/locales.ts";
import { ChoiceButton } from "./choice-button.tsx";
import { frameStrings } from "./strings.ts";

/** As the system says, or one of the languages, each by its own name. */
export function LanguageMenu() {
  useLanguage();
  const { choice } = useLanguageChoice();
  const choose = (next: LanguageChoice): void => {
    chooseLanguage(next).catch(() => useFeedback.getState().fail(frameStrings.languageFailed));
  };
  return (
    <ChoiceButton
      icon={Languages}
      label={frameStrings.languageButton(languageName(choice))}
      menuLabel={frameStrings.language}
      choices={languageChoices.map((each) => ({
        key: each,
        label: languageName(each),
        ...(each === "system" ? {} : { lang: each }),
        isChosen: each === choice,
        choose: () => choose(each),
      }))}
    />
  );
}

/** By its own name. */
export function languageName(choice: LanguageChoice): string {
  return choice === "system" ? frameStrings.systemLanguage : locales[choice].name;
}
