// Other packages compile this source without its ambient files.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../locales/po.d.ts" />
import { i18n, type Messages } from "@lingui/core";
import { useSyncExternalStore } from "react";
import { create } from "zustand";
import {
  formatLocale,
  languageChoices,
  locales,
  matchLocale,
  pseudoLocale,
  type LanguageChoice,
  type ShownLocale,
} from "./locales.ts";

const storageKey = "tidemark:language";

/** Each catalogue is a chunk of its own: only that of the shown language is loaded. */
const catalogues: Readonly<Record<ShownLocale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import("../locales/en.po"),
  "zh-Hans": () => import("../locales/zh-Hans.po"),
  ja: () => import("../locales/ja.po"),
  de: () => import("../locales/de.po"),
  [pseudoLocale]: () => import("../locales/en-XA.po"),
};

interface LanguageState {
  readonly choice: LanguageChoice;
}

/** The chosen language, kept on this device. */
export const useLanguageChoice = create<LanguageState>(() => ({ choice: storedChoice() }));

function storedChoice(): LanguageChoice {
  const stored = localStorage.getItem(storageKey);
  return languageChoices.find((choice) => choice === stored) ?? "system";
}

const pseudoKey = "tidemark:pseudo-locale";

/**
 * What a developer asks for in the address, for this tab: `?locale=pseudo`. It is taken out of the
 * address, which is the router's: call it before there is one.
 */
export function takePseudoSwitch(): void {
  if (new URLSearchParams(location.search).get("locale") !== "pseudo") return;
  sessionStorage.setItem(pseudoKey, "on");
  history.replaceState(null, "", `${location.pathname}${location.hash}`);
}

function isPseudoAsked(): boolean {
  return sessionStorage.getItem(pseudoKey) === "on";
}

function localeOf(choice: LanguageChoice): ShownLocale {
  return choice === "system" ? matchLocale(navigator.languages) : choice;
}

/** The newest language that was asked for; one that arrives after another was asked for is not shown. */
let asked: ShownLocale | null = null;

async function show(locale: ShownLocale): Promise<void> {
  asked = locale;
  const { messages } = await catalogues[locale]();
  if (asked !== locale) return;
  i18n.loadAndActivate({ locale, locales: formatLocale(locale, navigator.languages), messages });
  const root = document.documentElement;
  root.lang = locale;
  root.dir = locale === pseudoLocale ? "ltr" : locales[locale].direction;
}

/**
 * Shows the chosen language; nothing can be shown before. Rejects when the page cannot load its own
 * files. Then follows the system, where that is the choice. Gives what stops it.
 */
export async function startLanguage(): Promise<() => void> {
  await show(isPseudoAsked() ? pseudoLocale : localeOf(useLanguageChoice.getState().choice));
  const follow = (): void => {
    const { choice } = useLanguageChoice.getState();
    // What is shown stays when a catalogue cannot be had just now.
    if (choice === "system" && !isPseudoAsked()) show(localeOf(choice)).catch(() => undefined);
  };
  window.addEventListener("languagechange", follow);
  return () => window.removeEventListener("languagechange", follow);
}

/** Rejects, and changes nothing, when the language cannot be loaded. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  await show(localeOf(choice));
  localStorage.setItem(storageKey, choice);
  useLanguageChoice.setState({ choice });
}

/** Has a component show its words anew when the language changes. Gives the language that is shown. */
export function useLanguage(): string {
  return useSyncExternalStore(whenLanguageChanges, () => i18n.locale);
}

/** Calls back each time that another language is shown, also the first. Gives what stops it. */
export function whenLanguageChanges(changed: () => void): () => void {
  return i18n.on("change", changed);
}

export function languageNow(): string {
  return i18n.locale;
}

/** How dates, numbers and lists are written: for `Intl`. */
export function writtenAs(): string {
  const { locale, locales: written } = i18n;
  return typeof written === "string" ? written : locale;
}
