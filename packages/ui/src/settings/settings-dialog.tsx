import { Dialog } from "@base-ui/react/dialog";
import { DialogHead } from "../feedback/dialog-head.tsx";
import type { ReactNode } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { chooseLanguage, useLanguage, useLanguageChoice, writtenAs } from "../language/language.ts";
import { languageChoices, type LanguageChoice } from "../language/locales.ts";
import { keyboardStrings } from "../keyboard/strings.ts";
import { densityWords } from "../state/density-words.ts";
import { columnChoices, densityChoices, layOut, useListLayout } from "../state/list-layout.ts";
import { setSingleKeys, useSingleKeys } from "../state/single-keys.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { themeChoices, useTheme } from "../theme/theme.ts";
import { lineBreakChoices, useLineBreaks } from "../viewer/line-breaks.ts";
import { choiceStrings, languageName } from "./choice-strings.ts";
import { ChoiceRow } from "./choice-row.tsx";
import { ImageHosts } from "./image-hosts.tsx";
import { performanceStrings } from "../performance/strings.ts";
import { settingsStrings } from "./strings.ts";

/** How this device shows what is written. */
export function SettingsDialog() {
  useLanguage();
  const isOpen = useUi((state) => state.isSettingsOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isSettingsOpen) => setUi({ isSettingsOpen })}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="popover fixed inset-0 z-50 m-auto h-fit max-h-[calc(100vh-2rem)] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto p-6">
          <DialogHead title={settingsStrings.title} close={settingsStrings.close} />
          <Dialog.Description className="text-small text-text-3">
            {settingsStrings.onThisDevice}
          </Dialog.Description>
          <Part title={settingsStrings.appearance}>
            <Theme />
            <Language />
          </Part>
          <Part title={settingsStrings.reading}>
            <ListDensity />
            <ListColumns />
            <LineBreaks />
          </Part>
          <Part title={keyboardStrings.sheetTitle}>
            <SingleKeys />
          </Part>
          <Part title={settingsStrings.images}>
            <ImageHosts />
          </Part>
          <Part title={performanceStrings.title}>
            <a
              href="#/performance"
              className="text-small underline underline-offset-2"
              onClick={() => setUi({ isSettingsOpen: false })}
            >
              {settingsStrings.howFast}
            </a>
          </Part>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-5 border-t border-rule pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Theme() {
  useLanguage();
  const { choice, choose } = useTheme();
  const choices = themeChoices.map((key) => ({ key, label: choiceStrings.themes[key] }));
  return (
    <ChoiceRow label={choiceStrings.theme} chosen={choice} choices={choices} choose={choose} />
  );
}

function Language() {
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

function ListDensity() {
  useLanguage();
  const density = useListLayout((state) => state.density);
  const choices = densityChoices.map((key) => ({ key, label: densityWords[key] }));
  return (
    <ChoiceRow
      label={settingsStrings.density}
      chosen={density}
      choices={choices}
      choose={(choice) => layOut("density", choice)}
    />
  );
}

function ListColumns() {
  useLanguage();
  const columns = useListLayout((state) => state.columns);
  const choices = columnChoices.map((key) => ({
    key,
    label: new Intl.NumberFormat(writtenAs()).format(Number(key)),
  }));
  return (
    <>
      <ChoiceRow
        label={settingsStrings.columns}
        chosen={columns}
        choices={choices}
        choose={(choice) => layOut("columns", choice)}
      />
      <p className="text-small text-text-3">{settingsStrings.columnsHelp}</p>
    </>
  );
}

function SingleKeys() {
  useLanguage();
  const areOn = useSingleKeys((state) => state.areOn);
  return (
    <label className="setting-choice mt-3">
      <input
        type="checkbox"
        checked={areOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
      <span>
        {settingsStrings.singleKeys}
        <span className="block text-small text-text-3">{settingsStrings.singleKeysHelp}</span>
      </span>
    </label>
  );
}

function LineBreaks() {
  useLanguage();
  const { choice, choose } = useLineBreaks();
  const choices = lineBreakChoices.map((key) => ({
    key,
    label: settingsStrings[key],
    ...(key === "reflow" ? { help: settingsStrings.reflowHelp } : {}),
  }));
  return (
    <ChoiceRow
      label={settingsStrings.lineBreaks}
      chosen={choice}
      choices={choices}
      choose={choose}
    />
  );
}
