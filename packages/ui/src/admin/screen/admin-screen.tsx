import { Link } from "@tanstack/react-router";
import { Activity, type LucideIcon, ScrollText, SlidersHorizontal, Users } from "lucide-react";
import { type ComponentType, useEffect, useId } from "react";
import { useAdminSection } from "../../address/admin-address.ts";
import { useProfile } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { moveAmongLinks } from "../../settings/move-among-links.ts";
import { hostOf } from "../../sync/pill-text.ts";
import { MenuButton } from "../../timeline/screen/menu-button.tsx";
import { timelineStrings } from "../../timeline/strings.ts";
import { InstanceSettings } from "../instance/instance-settings.tsx";
import { AuditLog } from "../log/audit-log.tsx";
import { ServerState } from "../state/server-state.tsx";
import { adminStrings as strings } from "../strings.ts";
import { UserList } from "../users/user-list.tsx";

interface AdminSection {
  readonly id: keyof typeof strings.sections;
  readonly icon: LucideIcon;
  readonly Section: ComponentType;
}

const sections: readonly [AdminSection, ...AdminSection[]] = [
  { id: "users", icon: Users, Section: UserList },
  { id: "instance", icon: SlidersHorizontal, Section: InstanceSettings },
  { id: "state", icon: Activity, Section: ServerState },
  { id: "log", icon: ScrollText, Section: AuditLog },
];

/** Administration of the server: its sections at the side, in narrow windows above. */
export function AdminScreen() {
  const language = useLanguage();
  const named = useAdminSection();
  const headingId = useId();
  const host = hostOf(useProfile().data?.serverUrl ?? "");
  const { id: shown, Section } = sections.find(({ id }) => id === named) ?? sections[0];
  useEffect(() => {
    document.title = timelineStrings.pageTitle(strings.title);
  }, [language]);
  return (
    <main className="min-w-0 grow overflow-y-auto">
      <header className="screen-header settings-head sticky top-0 z-10 flex h-14 items-center gap-3 bg-canvas">
        <MenuButton />
        <h1 className="truncate text-title font-[620] tracking-[-0.014em]">{strings.title}</h1>
        <p className="ms-auto min-w-0 truncate text-meta text-text-3">{host}</p>
      </header>
      <div className="settings-body">
        <nav className="settings-parts admin-parts" aria-label={strings.parts}>
          <ul onKeyDown={moveAmongLinks}>
            {sections.map(({ id, icon: Icon }) => (
              <li key={id}>
                <Link
                  to="/admin/$section"
                  params={{ section: id }}
                  replace
                  activeProps={{}}
                  className="sidebar-row sidebar-mark"
                  aria-current={shown === id ? "page" : undefined}
                >
                  <Icon size={16} strokeWidth={1.75} aria-hidden />
                  {strings.sections[id]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section className="setting-section min-w-0" aria-labelledby={headingId}>
          <h2 id={headingId}>{strings.sections[shown]}</h2>
          <div className="setting-sheet">
            <Section />
          </div>
        </section>
      </div>
    </main>
  );
}
