import { Languages } from "lucide-react";
import { useFeedback } from "../feedback/feedback.ts";
import { chooseLanguage, useLanguage, useLanguageChoice } from "../language/language.ts";
import { languageChoices, type LanguageChoice } from "../language/locales.ts";
import { choiceStrings, languageName } from "../settings/choice-strings.ts";
import { ChoiceButton } from "./choice-button.tsx";

/** Menu of languages: the system's, or one by its own name. */
export function LanguageMenu() {
  useLanguage();
  const { choice } = useLanguageChoice();
  const choose = (next: LanguageChoice): void => {
    chooseLanguage(next).catch(() => useFeedback.getState().fail(choiceStrings.languageFailed));
  };
  return (
    <ChoiceButton
      icon={Languages}
      label={choiceStrings.languageButton(languageName(choice))}
      menuLabel={choiceStrings.language}
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
