import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { leaveSettings, settingsPath, useSettingsSection } from "../../address/settings-address.ts";
import { useLanguage } from "../../language/language.ts";
import { railQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { MenuButton } from "../../timeline/screen/menu-button.tsx";
import { timelineStrings } from "../../timeline/strings.ts";
import { settingsStrings } from "../strings.ts";
import { findSettings, type ShownSection } from "./find-settings.ts";
import { SectionLinks } from "./section-links.tsx";
import { SectionSheet } from "./section-sheet.tsx";
import { useBackButton } from "./use-back-button.ts";
import { useSettingSections } from "./use-setting-sections.ts";
import { SettingsSearch } from "./settings-search.tsx";

/** Popups that handle Escape themselves. */
const floating = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Settings screen, with the sections at the side, or as a list in narrow windows. */
export function SettingsScreen() {
  const language = useLanguage();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const { named, section, isSearching, isAlone, hasParts, shown, count } = useShownSettings(typed);
  /** Index of the last section with a disabled setting: only it explains why. */
  const whyAt = shown.findLastIndex(({ settings }) => settings.some((each) => each.needsServer));

  useEffect(() => {
    document.title = timelineStrings.pageTitle(settingsStrings.title);
  }, [language]);

  useEffect(() => {
    scroller.current?.scrollTo(0, 0);
    // The focused element may have been removed.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [named, isSearching]);

  useEffect(() => {
    // On touch screens this would open the on-screen keyboard.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, []);

  const toParts = (): void => void navigate({ to: settingsPath, replace: true });
  useEscape(() => (isAlone ? toParts() : leaveSettings()));
  // The settings are one history entry, whatever section is shown.
  useBackButton(isAlone, toParts);

  const leaveDown = (): void => {
    const below = isSearching ? ".setting-sheet" : ".settings-parts";
    const reachable = `${below} :is(a, button, input, select):not(:disabled)`;
    scroller.current?.querySelector<HTMLElement>(reachable)?.focus();
  };

  return (
    <main ref={scroller} data-settings className="min-w-0 grow overflow-y-auto">
      <header className="screen-header settings-head sticky top-0 z-10 flex h-14 items-center gap-3 bg-canvas">
        {isAlone ? (
          <button
            type="button"
            className="icon-button -ms-1.5"
            aria-label={settingsStrings.allParts}
            onClick={toParts}
          >
            <ChevronLeft size={20} strokeWidth={1.75} aria-hidden className="rtl:-scale-x-100" />
          </button>
        ) : (
          <MenuButton />
        )}
        <h1
          ref={heading}
          tabIndex={-1}
          className="truncate text-title font-[620] tracking-[-0.014em] outline-none"
        >
          {isAlone ? settingsStrings.sections[section.id] : settingsStrings.title}
        </h1>
        {!isAlone && (
          <SettingsSearch
            label={settingsStrings.search}
            field={field}
            value={typed}
            type={setTyped}
            leaveDown={leaveDown}
          />
        )}
      </header>
      <div className="settings-body" data-alone={isAlone || undefined}>
        {hasParts && <SectionLinks shown={section?.id ?? null} onChosen={() => setTyped("")} />}
        {(isSearching || section !== undefined) && (
          <div className="min-w-0">
            {shown.map((each, at) => (
              <SectionSheet key={each.id} {...each} saysWhy={at === whyAt} />
            ))}
            {count === 0 && (
              <p className="px-4 py-10 text-center text-text-2">{settingsStrings.nothing}</p>
            )}
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {isSearching && (count === 0 ? settingsStrings.nothing : settingsStrings.found(count))}
      </p>
    </main>
  );
}

/** Returns the section for the address, or the settings that match the search. */
function useShownSettings(typed: string) {
  const isWide = useMediaQuery(railQuery);
  const named = useSettingsSection();
  const isSearching = typed.trim() !== "";
  const sections = useSettingSections();
  const first = isWide ? sections[0] : undefined;
  const chosen = sections.find(({ id }) => id === named) ?? first;
  const section = isSearching ? undefined : chosen;
  const own: readonly ShownSection[] = section === undefined ? [] : [section];
  const shown = isSearching ? findSettings(sections, typed) : own;
  const common = {
    named,
    isSearching,
    hasParts: isWide || (!isSearching && section === undefined),
    shown,
    count: shown.reduce((sum, { settings }) => sum + settings.length, 0),
  };
  return isWide || section === undefined
    ? { ...common, section, isAlone: false as const }
    : { ...common, section, isAlone: true as const };
}

function useEscape(leave: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector(floating) !== null) return;
      event.preventDefault();
      leave();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}
