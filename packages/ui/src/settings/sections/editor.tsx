import { editingViews, useEditingView } from "../../editor/editing-view.ts";
import { useLanguage } from "../../language/language.ts";
import { touchQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { lineBreakChoices, useLineBreaks } from "../../viewer/line-breaks.ts";
import { ChoiceRow } from "../choice-row.tsx";
import { settingsStrings } from "../strings.ts";

export function Editing() {
  useLanguage();
  const { view, toggle } = useEditingView();
  const isTouch = useMediaQuery(touchQuery);
  const choices = editingViews.map((key) => ({ key, label: settingsStrings[key] }));
  return (
    <ChoiceRow
      label={settingsStrings.editing}
      help={isTouch ? settingsStrings.editingHelpOnTouch : settingsStrings.editingHelp}
      chosen={view}
      choices={choices}
      choose={(chosen) => {
        if (chosen !== view) toggle();
      }}
    />
  );
}

export function LineBreaks() {
  useLanguage();
  const { choice, choose } = useLineBreaks();
  const choices = lineBreakChoices.map((key) => ({ key, label: settingsStrings[key] }));
  return (
    <ChoiceRow
      label={settingsStrings.lineBreaks}
      help={settingsStrings.reflowHelp}
      chosen={choice}
      choices={choices}
      choose={choose}
    />
  );
}
