import { Link } from "@tanstack/react-router";
import {
  Archive,
  CircleCheck,
  CircleUserRound,
  GalleryVerticalEnd,
  PanelLeft,
  Search,
  SquarePen,
  Trash2,
  X,
  type LucideIcon,
} from "lucide-react";
import { setUi } from "../state/ui-state.ts";
import { useGoTo, useViewAddress, viewPaths, type ViewName } from "../state/view-address.ts";
import { useCounts, useProfile } from "../data/queries.ts";
import { newMemo } from "../keyboard/use-app-keys.ts";
import { focusSearch } from "../focus/focus-search.ts";
import { SyncPill } from "../sync/pill/sync-pill.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { frameStrings } from "./strings.ts";
import { TagList } from "./tag-list.tsx";
import { ThemeMenu } from "./theme-menu.tsx";
import { toggleSidebar } from "../state/toggle-sidebar.ts";

/** The rail shows icons only; the drawer closes when something was chosen. */
export type SidebarShape = "full" | "rail" | "drawer";

const viewLinks: readonly { view: ViewName; icon: LucideIcon }[] = [
  { view: "timeline", icon: GalleryVerticalEnd },
  { view: "tasks", icon: CircleCheck },
  { view: "archive", icon: Archive },
  { view: "trash", icon: Trash2 },
];

/** Where one goes from: profile, views, tags, and the state of the sync. */
export function Sidebar({ shape }: { readonly shape: SidebarShape }) {
  const goTo = useGoTo();
  const { view } = useViewAddress();
  const isRail = shape === "rail";
  const closeDrawer = (): void => setUi({ isDrawerOpen: false });
  return (
    <nav
      aria-label={frameStrings.mainNav}
      className={`flex h-full flex-col ${isRail ? "items-center px-2" : "px-3"} py-3`}
    >
      <ProfileRow shape={shape} />
      <div className={`mt-2 flex flex-col gap-0.5 ${isRail ? "" : "w-full"}`}>
        <ActionRow
          icon={SquarePen}
          label={frameStrings.newMemo}
          isRail={isRail}
          isPrimary
          run={() => newMemo(view === "timeline", () => goTo({ view: "timeline" }))}
        />
        <ActionRow
          icon={Search}
          label={frameStrings.search}
          isRail={isRail}
          run={() => {
            closeDrawer();
            requestAnimationFrame(focusSearch);
          }}
        />
      </div>
      <div className={`mt-2 flex min-h-0 grow flex-col ${isRail ? "" : "w-full"}`}>
        <ul className="flex flex-none flex-col gap-0.5">
          {viewLinks.map(({ view: target, icon }) => (
            <li key={target}>
              <ViewLink view={target} icon={icon} isRail={isRail} onClick={closeDrawer} />
            </li>
          ))}
        </ul>
        {!isRail && <TagList onChosen={closeDrawer} />}
      </div>
      <div
        className={`mt-2 flex flex-none gap-1 border-t border-border pt-2 ${isRail ? "flex-col items-center" : "w-full items-center"}`}
      >
        <SyncPill isRail={isRail} />
        <ThemeMenu />
      </div>
    </nav>
  );
}

function ProfileRow({ shape }: { readonly shape: SidebarShape }) {
  const profile = useProfile().data;
  const server = profile?.serverUrl ?? null;
  const name = server === null ? frameStrings.thisDevice : new URL(server).host;
  const toggle =
    shape === "drawer" ? (
      <button
        type="button"
        className="icon-button ms-auto"
        aria-label={frameStrings.closeMenu}
        onClick={() => setUi({ isDrawerOpen: false })}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </button>
    ) : (
      <button
        type="button"
        className={`icon-button ${shape === "rail" ? "" : "ms-auto"}`}
        aria-label={shape === "rail" ? frameStrings.expand : frameStrings.collapse}
        aria-expanded={shape === "full"}
        onClick={toggleSidebar}
      >
        <PanelLeft size={16} strokeWidth={1.75} aria-hidden className="rtl:-scale-x-100" />
      </button>
    );
  if (shape === "rail") return toggle;
  return (
    <div className="flex h-8 items-center gap-2 ps-1">
      <CircleUserRound size={20} strokeWidth={1.75} aria-hidden className="flex-none text-accent" />
      <span className="truncate font-semibold" title={profile?.user}>
        {name}
      </span>
      {toggle}
    </div>
  );
}

function ActionRow(props: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isRail: boolean;
  readonly isPrimary?: boolean;
  run(): void;
}) {
  const Icon = props.icon;
  const primary = props.isPrimary === true;
  if (props.isRail) {
    return (
      <button
        type="button"
        className={`icon-button ${primary ? "text-accent!" : ""}`}
        aria-label={props.label}
        title={props.label}
        onClick={props.run}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
    );
  }
  return (
    <button
      type="button"
      className={primary ? "button button-primary mb-1 w-full" : sidebarRow}
      onClick={props.run}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className="flex-none" />
      {props.label}
    </button>
  );
}

const sidebarRow =
  "relative flex h-8 w-full items-center gap-2.5 rounded-control px-2.5 text-start text-text-2 hover:bg-[color-mix(in_srgb,var(--text)_5%,transparent)] hover:text-text pointer-coarse:h-10";

function ViewLink(props: {
  readonly view: ViewName;
  readonly icon: LucideIcon;
  readonly isRail: boolean;
  onClick(): void;
}) {
  const { view, isRail } = props;
  const Icon = props.icon;
  const label = timelineStrings.views[view].title;
  const openTasks = useCounts().data?.openTasks ?? 0;
  const { view: shown, tag } = useViewAddress();
  const isShown = shown === view && tag === undefined;
  return (
    <Link
      to={viewPaths[view]}
      search={{}}
      aria-current={isShown ? "page" : undefined}
      aria-label={isRail ? label : undefined}
      title={isRail ? label : undefined}
      onClick={props.onClick}
      className={`${isRail ? "icon-button relative" : sidebarRow} aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-1.5 aria-[current=page]:before:start-0 aria-[current=page]:before:w-[3px] aria-[current=page]:before:rounded-full aria-[current=page]:before:bg-accent`}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className="flex-none" />
      {!isRail && label}
      {!isRail && view === "tasks" && openTasks > 0 && (
        <span aria-hidden className="ms-auto text-small font-normal text-text-3 tabular-nums">
          {openTasks}
        </span>
      )}
    </Link>
  );
}
