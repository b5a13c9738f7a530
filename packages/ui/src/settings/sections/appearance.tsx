import { useId } from "react";
import { useFeedback } from "../../feedback/feedback.ts";
import {
  chooseLanguage,
  useLanguage,
  useLanguageChoice,
  writtenAs,
} from "../../language/language.ts";
import { languageChoices, type LanguageChoice } from "../../language/locales.ts";
import { densityWords } from "../../state/density-words.ts";
import { columnChoices, densityChoices, layOut, useListLayout } from "../../state/list-layout.ts";
import { touchQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { chooseMemoFace, memoFaces, useMemoFace } from "../../theme/memo-face.ts";
import { chooseTextSize, textSizes, useTextSize } from "../../theme/text-size.ts";
import { themeChoices, useTheme } from "../../theme/theme.ts";
import { ChoiceRow } from "../choice-row.tsx";
import { choiceStrings, languageName } from "../choice-strings.ts";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";

export function Theme() {
  useLanguage();
  const { choice, choose } = useTheme();
  const choices = themeChoices.map((key) => ({ key, label: choiceStrings.themes[key] }));
  return (
    <ChoiceRow label={choiceStrings.theme} chosen={choice} choices={choices} choose={choose} />
  );
}

export function TextSize() {
  useLanguage();
  const size = useTextSize((state) => state.size);
  const id = useId();
  const style = { style: "percent" } as const;
  const words = new Intl.NumberFormat(writtenAs(), style).format(size / 100);
  return (
    <SettingRow title={settingsStrings.textSize} labels={id}>
      <div className="setting-slider">
        <span aria-hidden style={{ fontSize: 12 }}>
          A
        </span>
        <input
          id={id}
          type="range"
          min={textSizes.smallest}
          max={textSizes.largest}
          step={textSizes.step}
          aria-valuetext={words}
          value={size}
          onChange={(event) => chooseTextSize(event.currentTarget.valueAsNumber)}
        />
        <span aria-hidden style={{ fontSize: 17 }}>
          A
        </span>
        <span aria-hidden className="w-10 text-end tabular-nums">
          {words}
        </span>
      </div>
    </SettingRow>
  );
}

export function Face() {
  useLanguage();
  const face = useMemoFace((state) => state.face);
  const choices = memoFaces.map((key) => ({ key, label: choiceStrings.faces[key] }));
  return (
    <ChoiceRow
      label={settingsStrings.face}
      help={settingsStrings.faceHelp}
      chosen={face}
      choices={choices}
      choose={chooseMemoFace}
    />
  );
}

export function ListDensity() {
  useLanguage();
  const density = useListLayout((state) => state.density);
  const isTouch = useMediaQuery(touchQuery);
  const choices = densityChoices.map((key) => ({ key, label: densityWords[key] }));
  return (
    <ChoiceRow
      label={settingsStrings.density}
      {...(!isTouch && { help: settingsStrings.densityHelp })}
      chosen={density}
      choices={choices}
      choose={(choice) => layOut("density", choice)}
    />
  );
}

export function ListColumns() {
  useLanguage();
  const columns = useListLayout((state) => state.columns);
  const choices = columnChoices.map((key) => ({
    key,
    label: new Intl.NumberFormat(writtenAs()).format(Number(key)),
  }));
  return (
    <ChoiceRow
      label={settingsStrings.columns}
      help={settingsStrings.columnsHelp}
      chosen={columns}
      choices={choices}
      choose={(choice) => layOut("columns", choice)}
    />
  );
}

/** Read-only, because motion follows the system setting. */
export function Motion() {
  useLanguage();
  const isReduced = useMediaQuery("(prefers-reduced-motion: reduce)");
  return (
    <SettingRow title={settingsStrings.motion} help={settingsStrings.motionHelp}>
      <p>{isReduced ? settingsStrings.motionOff : settingsStrings.motionOn}</p>
    </SettingRow>
  );
}

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
