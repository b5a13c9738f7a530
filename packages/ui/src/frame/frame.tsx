import { Dialog } from "@base-ui/react/dialog";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { setUi, useUi } from "../state/ui-state.ts";
import { LazyHistory } from "../history/lazy-history.tsx";
import { useChangeFeed } from "../data/watch-changes.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { ConfirmDialog } from "../feedback/confirm-dialog.tsx";
import { LiveRegion } from "../feedback/live-region.tsx";
import { Snackbars } from "../feedback/snackbars.tsx";
import { focusFirstMemo } from "../focus/focus-feed.ts";
import { ShortcutSheet } from "../keyboard/shortcut-sheet.tsx";
import { useAppKeys } from "../keyboard/use-app-keys.ts";
import { GoToDateDialog } from "../search/go-to-date-dialog.tsx";
import { ConnectDialog } from "../sync/connect/connect-dialog.tsx";
import { SyncDetails } from "../sync/details/sync-details.tsx";
import { Sidebar } from "./sidebar.tsx";
import { frameStrings } from "./strings.ts";
import { railQuery, sidebarQuery, useMediaQuery } from "../state/use-media-query.ts";

/** What stands around every screen: sidebar, messages, dialogs. */
export function Frame() {
  useChangeFeed();
  useAppKeys();
  const hasRail = useMediaQuery(railQuery);
  const hasRoom = useMediaQuery(sidebarQuery);
  const isWide = useUi((state) => state.isSidebarWide) ?? hasRoom;
  return (
    <div
      className={`flex h-dvh min-w-0 ${hasRail ? (isWide ? "[--sidebar-width:248px]" : "[--sidebar-width:56px]") : ""}`}
    >
      <SkipLink go={focusFirstMemo}>{frameStrings.skipToMemos}</SkipLink>
      <SkipLink go={focusComposer}>{frameStrings.skipToComposer}</SkipLink>
      {hasRail ? (
        <div className="w-(--sidebar-width) flex-none border-e border-border bg-sunken">
          <Sidebar shape={isWide ? "full" : "rail"} />
        </div>
      ) : (
        <Drawer />
      )}
      <Outlet />
      <Snackbars />
      <LiveRegion />
      <ConfirmDialog />
      <ConnectDialog />
      <GoToDateDialog />
      <SyncDetails />
      <LazyHistory />
      <ShortcutSheet />
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

function Drawer() {
  const isOpen = useUi((state) => state.isDrawerOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isDrawerOpen) => setUi({ isDrawerOpen })}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          aria-label={frameStrings.menu}
          className="fixed inset-y-0 start-0 z-30 w-[min(280px,85vw)] border-e border-border bg-sunken transition-transform duration-[240ms] ease-[cubic-bezier(.2,0,0,1)] outline-none data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full"
        >
          <Sidebar shape="drawer" />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
