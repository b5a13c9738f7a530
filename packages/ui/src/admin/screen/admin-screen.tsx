import { Link } from "@tanstack/react-router";
import {
  Activity,
  type LucideIcon,
  Layers,
  ScrollText,
  SlidersHorizontal,
  Users,
} from "lucide-react";
import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import { useAdminSection } from "../../address/admin-address.ts";
import { useProfile } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { moveAmongLinks } from "../../settings/move-among-links.ts";
import { hostOf } from "../../sync/pill-text.ts";
import { MenuButton } from "../../timeline/screen/menu-button.tsx";
import { timelineStrings } from "../../timeline/strings.ts";
import { SettingsSearch } from "../../settings/screen/settings-search.tsx";
import type { Searched } from "../found-list.tsx";
import { InstanceSettings } from "../instance/instance-settings.tsx";
import { instanceStrings } from "../instance/strings.ts";
import { AuditLog } from "../log/audit-log.tsx";
import { SpaceList } from "../spaces/space-list.tsx";
import { adminSpaceStrings } from "../spaces/strings.ts";
import { ServerState } from "../state/server-state.tsx";
import { adminStrings as strings } from "../strings.ts";
import { userStrings } from "../users/strings.ts";
import { UserList } from "../users/user-list.tsx";

interface AdminSection {
  readonly id: keyof typeof strings.sections;
  readonly icon: LucideIcon;
  readonly Section: ComponentType<Searched>;
  /** Returns the label of its search; absent without one. */
  readonly search?: () => string;
}

const sections: readonly [AdminSection, ...AdminSection[]] = [
  { id: "users", icon: Users, Section: UserList, search: () => userStrings.search },
  { id: "spaces", icon: Layers, Section: SpaceList, search: () => adminSpaceStrings.search },
  {
    id: "instance",
    icon: SlidersHorizontal,
    Section: InstanceSettings,
    search: () => instanceStrings.search,
  },
  { id: "state", icon: Activity, Section: ServerState },
  { id: "log", icon: ScrollText, Section: AuditLog },
];

/** Administration of the server: its sections at the side, in narrow windows above. */
export function AdminScreen() {
  const language = useLanguage();
  const named = useAdminSection();
  const headingId = useId();
  const host = hostOf(useProfile().data?.serverUrl ?? "");
  const { id: shown, Section, search } = sections.find(({ id }) => id === named) ?? sections[0];
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => setTyped(""), [shown]);
  useEffect(() => {
    document.title = timelineStrings.pageTitle(strings.title);
  }, [language]);
  return (
    <main className="min-w-0 grow overflow-y-auto">
      <header className="screen-header settings-head sticky top-0 z-10 flex h-14 items-center gap-3 bg-canvas">
        <MenuButton />
        <h1 className="truncate text-title font-[620] tracking-[-0.014em]">{strings.title}</h1>
        <p className="admin-host min-w-0 truncate text-meta text-text-3">{host}</p>
        {search !== undefined && (
          <SettingsSearch
            label={search()}
            field={field}
            value={typed}
            type={setTyped}
            leaveDown={() => {
              const reachable = ":is(a, button, input, select):not(:disabled)";
              sheet.current?.querySelector<HTMLElement>(reachable)?.focus();
            }}
          />
        )}
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
          <div ref={sheet} className="setting-sheet">
            <Section key={shown} typed={search === undefined ? "" : typed} />
          </div>
        </section>
      </div>
    </main>
  );
}
