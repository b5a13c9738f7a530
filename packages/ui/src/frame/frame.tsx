import { useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect } from "react";
import { lazyComponent, prefetchParts } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { useUi } from "../state/ui-state.ts";
import { useInPanel } from "../state/use-side-panel.ts";
import { useRefuseWhileAway } from "../data/use-refuse-while-away.ts";
import { useChangeFeed } from "../data/watch-changes.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { LiveRegion } from "../feedback/live-region.tsx";
import { Snackbars } from "../feedback/snackbars.tsx";
import { focusFirstMemo } from "../focus/focus-feed.ts";
import { useAppKeys } from "../keyboard/use-app-keys.ts";
import { Sidebar } from "./sidebar.tsx";
import { useLanguage } from "../language/language.ts";
import { frameStrings } from "./strings.ts";
import { usePhone } from "../state/use-phone.ts";
import { railQuery, sidebarQuery, useMediaQuery } from "../state/use-media-query.ts";

const Dialogs = lazyComponent(async () => (await import("./dialogs.tsx")).Dialogs);
const Drawer = lazyComponent(async () => (await import("./drawer.tsx")).Drawer);
const MemoPanel = lazyComponent(async () => (await import("../panel/memo-panel.tsx")).MemoPanel);

/** Layout around every screen: sidebar, messages, dialogs. */
export function Frame() {
  useLanguage();
  useChangeFeed();
  useRefuseWhileAway();
  useAppKeys();
  const queries = useQueryClient();
  useEffect(() => prefetchParts(queries), [queries]);
  const hasRail = useMediaQuery(railQuery);
  const hasRoom = useMediaQuery(sidebarQuery);
  const phone = usePhone();
  const isDrawerOpen = useUi((state) => state.isDrawerOpen);
  const inPanel = useInPanel();
  const isWide = useUi((state) => state.isSidebarWide) ?? hasRoom;
  return (
    <div
      data-phone={phone !== null || undefined}
      className={`flex h-dvh min-w-0 ${hasRail ? (isWide ? "[--sidebar-width:248px]" : "[--sidebar-width:56px]") : ""}`}
    >
      <SkipLink go={focusFirstMemo}>{frameStrings.skipToMemos}</SkipLink>
      <SkipLink go={focusComposer}>{frameStrings.skipToComposer}</SkipLink>
      {hasRail ? (
        <div className="w-(--sidebar-width) flex-none border-e border-hairline bg-sunken">
          <Sidebar shape={isWide ? "full" : "rail"} />
        </div>
      ) : (
        <OpenedOnce isOpen={isDrawerOpen}>
          <Drawer />
        </OpenedOnce>
      )}
      <Outlet />
      {inPanel !== null && (
        <Suspense fallback={<aside className="memo-panel" />}>
          <MemoPanel opened={inPanel} />
        </Suspense>
      )}
      {phone !== null && <phone.PhoneFrame />}
      <Snackbars />
      <LiveRegion />
      <Suspense>
        <Dialogs />
      </Suspense>
    </div>
  );
}

function SkipLink({ go, children }: { readonly go: () => boolean; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      className="button fixed start-2 top-2 z-50 not-focus:sr-only"
      onClick={() => go()}
    >
      {children}
    </button>
  );
}
