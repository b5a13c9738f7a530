import { Link } from "@tanstack/react-router";
import { useLanguage } from "../../language/language.ts";
import { moveAmongLinks } from "../move-among-links.ts";
import { settingsStrings } from "../strings.ts";
import { useSettingSections } from "./use-setting-sections.ts";
import type { SectionId } from "./setting.ts";

interface SectionLinksProps {
  /** Current section; null during a search or in the list of sections. */
  readonly shown: SectionId | null;
  onChosen(): void;
}

/** Links to the sections; arrow keys move between them. */
export function SectionLinks({ shown, onChosen }: SectionLinksProps) {
  useLanguage();
  const sections = useSettingSections();
  return (
    <nav className="settings-parts" aria-label={settingsStrings.parts}>
      <ul onKeyDown={moveAmongLinks}>
        {sections.map(({ id, icon: Icon }) => (
          <li key={id}>
            <Link
              to="/settings/$section"
              params={{ section: id }}
              replace
              activeProps={{}}
              className="sidebar-row sidebar-mark"
              aria-current={shown === id ? "page" : undefined}
              onClick={onChosen}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {settingsStrings.sections[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
