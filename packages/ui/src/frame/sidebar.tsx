import { Link } from "@tanstack/react-router";
import {
  Archive,
  CircleCheck,
  GalleryVerticalEnd,
  Image,
  PanelLeft,
  Search,
  Settings,
  SquarePen,
  Trash2,
  X,
  type LucideIcon,
} from "lucide-react";
import { Fragment, Suspense } from "react";
import { usernameOf } from "@tidemark/core/names";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { libraryPath, useIsLibrary } from "../state/library-address.ts";
import { frameLibraryStrings } from "../state/library-words.ts";
import { noteOpener, settingsPath, useIsSettings } from "../address/settings-address.ts";
import { setUi } from "../state/ui-state.ts";
import {
  useGoTo,
  useIsListed,
  useHasComposer,
  useShown,
  viewPaths,
  type ViewName,
} from "../state/view-address.ts";
import { useCounts, useProfile } from "../data/queries.ts";
import { useKeysHere } from "../keys/shown-keys.ts";
import { newMemo, openPalette } from "../keyboard/use-app-commands.ts";
import { SyncPill } from "../sync/pill/sync-pill.tsx";
import { useLanguage } from "../language/language.ts";
import { ViewList } from "../views/view-list.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { frameStrings } from "./strings.ts";
import { TideMark } from "./tide-mark.tsx";
import { toggleSidebar } from "../state/toggle-sidebar.ts";

// The tags are queried anyway, so their component loads after the first paint.
const TagTree = lazyComponent(async () => (await import("./tag-tree.tsx")).TagTree);
const ChoiceMenus = lazyComponent(async () => (await import("./choice-menus.tsx")).ChoiceMenus);

const OthersLinks = lazyComponent(async () => (await import("./others-links.tsx")).OthersLinks);

/** Shape of the sidebar. The rail shows only icons; the drawer closes after a choice. */
export type SidebarShape = "full" | "rail" | "drawer";

const viewLinks: readonly { view: ViewName; icon: LucideIcon }[] = [
  { view: "timeline", icon: GalleryVerticalEnd },
  { view: "tasks", icon: CircleCheck },
  { view: "archive", icon: Archive },
  { view: "trash", icon: Trash2 },
];

/** Main navigation: profile, views, tags and sync state. */
export function Sidebar({ shape }: { readonly shape: SidebarShape }) {
  useLanguage();
  const goTo = useGoTo();
  const hasComposer = useHasComposer();
  const isRail = shape === "rail";
  const hasOthers = useProfile().data?.hasOthers === true;
  const closeDrawer = (): void => setUi({ isDrawerOpen: false });
  return (
    <nav
      aria-label={frameStrings.mainNav}
      className={`flex h-full flex-col ${isRail ? "items-center" : ""} px-2 pt-2.5`}
    >
      <ProfileRow shape={shape} />
      <div className={`mt-1.5 flex flex-none flex-col ${isRail ? "" : "w-full"}`}>
        <ActionRow
          icon={SquarePen}
          label={frameStrings.newMemo}
          keys={frameStrings.newMemoKeys}
          isRail={isRail}
          run={() => newMemo(hasComposer, () => goTo({ view: "timeline" }))}
        />
        <ActionRow
          icon={Search}
          label={frameStrings.search}
          keys={frameStrings.searchKeys}
          isRail={isRail}
          run={() => openPalette("")}
        />
      </div>
      <hr className={`my-2 flex-none border-rule ${isRail ? "w-6" : "mx-2.5"}`} />
      <div className={`flex min-h-0 grow flex-col ${isRail ? "" : "w-full"}`}>
        <ul className="flex flex-none flex-col">
          {viewLinks.map(({ view: target, icon }) => (
            <Fragment key={target}>
              <li>
                <ViewLink view={target} icon={icon} isRail={isRail} onClick={closeDrawer} />
              </li>
              {target === "tasks" && (
                <li>
                  <LibraryLink isRail={isRail} onClick={closeDrawer} />
                </li>
              )}
            </Fragment>
          ))}
          {hasOthers && (
            <Suspense>
              <OthersLinks isRail={isRail} onClick={closeDrawer} />
            </Suspense>
          )}
        </ul>
        {!isRail && <ViewList onChosen={closeDrawer} />}
        {!isRail && (
          <Suspense>
            <TagTree onChosen={closeDrawer} />
          </Suspense>
        )}
      </div>
      <div
        className={`-mx-2 flex flex-none items-center gap-0.5 border-t border-rule px-2 pt-1.5 pb-2 ${isRail ? "flex-col" : ""}`}
      >
        <SyncPill isRail={isRail} />
        <Suspense
          fallback={
            <>
              <span className="icon-button" />
              <span className="icon-button" />
            </>
          }
        >
          <ChoiceMenus />
        </Suspense>
        <SettingsLink onClick={closeDrawer} />
      </div>
    </nav>
  );
}

function SettingsLink({ onClick }: { onClick(): void }) {
  useLanguage();
  const isShown = useIsSettings();
  return (
    <Link
      to={settingsPath}
      className="icon-button"
      aria-current={isShown ? "page" : undefined}
      aria-label={frameStrings.settings}
      title={frameStrings.settings}
      data-after-feed
      onClick={() => {
        if (!isShown) noteOpener();
        onClick();
      }}
    >
      <Settings size={16} strokeWidth={1.75} aria-hidden />
    </Link>
  );
}

function ProfileRow({ shape }: { readonly shape: SidebarShape }) {
  useLanguage();
  const profile = useProfile().data;
  const server = profile?.serverUrl ?? null;
  // In a browser it takes a moment until the profile is known.
  const host = server === null ? null : new URL(server).host;
  const name = host === null ? profile && frameStrings.thisDevice : (profile?.title ?? host);
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
    <div className="flex h-9 flex-none items-center gap-2.5 ps-2.5">
      <TideMark />
      <span
        className="truncate font-semibold"
        title={host === null ? undefined : `${usernameOf(profile!.user)} · ${host}`}
      >
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
  readonly keys: string;
  run(): void;
}) {
  const Icon = props.icon;
  const here = useKeysHere();
  if (props.isRail) {
    return (
      <button
        type="button"
        className="icon-button"
        aria-label={props.label}
        title={props.label}
        onClick={props.run}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
    );
  }
  return (
    <button type="button" className="sidebar-row" onClick={props.run}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {props.label}
      <kbd aria-hidden className="sidebar-count pointer-coarse:hidden">
        {here(props.keys)}
      </kbd>
    </button>
  );
}

function LibraryLink({ isRail, onClick }: { readonly isRail: boolean; onClick(): void }) {
  useLanguage();
  const isShown = useIsLibrary();
  const label = frameLibraryStrings.library;
  return (
    <Link
      to={libraryPath}
      search={{}}
      aria-current={isShown ? "page" : undefined}
      aria-label={isRail ? label : undefined}
      title={isRail ? label : undefined}
      onClick={onClick}
      className={isRail ? "icon-button sidebar-mark" : "sidebar-row sidebar-mark"}
    >
      <Image size={16} strokeWidth={1.75} aria-hidden />
      {!isRail && label}
    </Link>
  );
}

function ViewLink(props: {
  readonly view: ViewName;
  readonly icon: LucideIcon;
  readonly isRail: boolean;
  onClick(): void;
}) {
  useLanguage();
  const { view, isRail } = props;
  const Icon = props.icon;
  const label = timelineStrings.views[view].title;
  const openTasks = useCounts().data?.openTasks ?? 0;
  const isAll = useShown(
    ({ view: shown, tag, saved }) => shown === view && tag === undefined && saved === undefined,
  );
  const isListed = useIsListed();
  const isShown = isAll && isListed;
  return (
    <Link
      to={viewPaths[view]}
      search={{}}
      // A tag filter counts as a separate page.
      activeOptions={{ exact: true }}
      aria-current={isShown ? "page" : undefined}
      aria-label={isRail ? label : undefined}
      title={isRail ? label : undefined}
      onClick={props.onClick}
      className={isRail ? "icon-button sidebar-mark" : "sidebar-row sidebar-mark"}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {!isRail && label}
      {!isRail && view === "tasks" && openTasks > 0 && (
        <span aria-hidden className="sidebar-count">
          {openTasks}
        </span>
      )}
    </Link>
  );
}
