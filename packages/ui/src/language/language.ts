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

/** Catalogues are separate chunks; only that of the current language is loaded. */
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

/** Chosen language, stored on this device. */
export const useLanguageChoice = create<LanguageState>(() => ({ choice: storedChoice() }));

function storedChoice(): LanguageChoice {
  const stored = localStorage.getItem(storageKey);
  return languageChoices.find((choice) => choice === stored) ?? "system";
}

const pseudoKey = "tidemark:pseudo-locale";

/**
 * Applies the developer switch `?locale=pseudo` to this tab. Removes it from the URL, which belongs to the
 * router: call this before the router is created.
 */
export function readPseudoSwitch(): void {
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

/** Latest requested language; catalogues that load after a newer request are ignored. */
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
 * Loads the chosen language, before which nothing can be rendered. Rejects if the page can't load its own
 * files. Then follows the system's language if that is the choice. Returns the cleanup function.
 */
export async function startLanguage(): Promise<() => void> {
  await show(isPseudoAsked() ? pseudoLocale : localeOf(useLanguageChoice.getState().choice));
  const follow = (): void => {
    const { choice } = useLanguageChoice.getState();
    // Keeps the current language if a catalogue can't be loaded.
    if (choice === "system" && !isPseudoAsked()) show(localeOf(choice)).catch(() => undefined);
  };
  window.addEventListener("languagechange", follow);
  return () => window.removeEventListener("languagechange", follow);
}

/** Switches the language. Rejects, without changes, if it can't be loaded. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  await show(localeOf(choice));
  localStorage.setItem(storageKey, choice);
  useLanguageChoice.setState({ choice });
}

/** Rerenders a component when the language changes. Returns the current locale. */
export function useLanguage(): string {
  return useSyncExternalStore(whenLanguageChanges, () => i18n.locale);
}

/** Calls `changed` after each language change, including the first load. Returns the unsubscribe function. */
export function whenLanguageChanges(changed: () => void): () => void {
  return i18n.on("change", changed);
}

export function languageNow(): string {
  return i18n.locale;
}

/** Returns the locale in which `Intl` formats dates, numbers and lists. */
export function writtenAs(): string {
  const { locale, locales: written } = i18n;
  return typeof written === "string" ? written : locale;
}
