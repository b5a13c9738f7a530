import { useFeedback } from "../../feedback/feedback.ts";
import { chooseLanguage, useLanguage, useLanguageChoice } from "../../language/language.ts";
import { languageChoices, type LanguageChoice } from "../../language/locales.ts";
import { ChoiceRow } from "../choice-row.tsx";
import { choiceStrings, languageName } from "../choice-strings.ts";

export function Language() {
  useLanguage();
  const { choice } = useLanguageChoice();
  const choose = (next: LanguageChoice): void => {
    chooseLanguage(next).catch(() => useFeedback.getState().fail(choiceStrings.languageFailed));
  };
  const choices = languageChoices.map((key) => ({
    key,
    label: languageName(key),
    ...(key === "system" ? {} : { lang: key }),
  }));
  return (
    <ChoiceRow label={choiceStrings.language} chosen={choice} choices={choices} choose={choose} />
  );
}
