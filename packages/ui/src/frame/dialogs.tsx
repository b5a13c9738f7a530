import { Suspense } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { KeepLooks } from "../tags/keep-looks.tsx";
import { usePrinting } from "../state/printing.ts";
import { useUi } from "../state/ui-state.ts";

const ConfirmDialog = lazyComponent(
  async () => (await import("../feedback/confirm-dialog.tsx")).ConfirmDialog,
);
const ConnectDialog = lazyComponent(
  async () => (await import("../sync/connect/connect-dialog.tsx")).ConnectDialog,
);
const GoToDateDialog = lazyComponent(
  async () => (await import("../search/go-to-date-dialog.tsx")).GoToDateDialog,
);
const YearDialog = lazyComponent(
  async () => (await import("../side/year/year-dialog.tsx")).YearDialog,
);
const SyncDetails = lazyComponent(
  async () => (await import("../sync/details/sync-details.tsx")).SyncDetails,
);
const HistoryDialog = lazyComponent(
  async () => (await import("../history/history-dialog.tsx")).HistoryDialog,
);
const ShareDialog = lazyComponent(
  async () => (await import("../share/share-dialog.tsx")).ShareDialog,
);
const ShortcutSheet = lazyComponent(
  async () => (await import("../keyboard/shortcut-sheet.tsx")).ShortcutSheet,
);
const PaletteDialog = lazyComponent(
  async () => (await import("../palette/palette-dialog.tsx")).PaletteDialog,
);
const TagPanel = lazyComponent(async () => (await import("../memo/tags/tag-panel.tsx")).TagPanel);
const ViewDialog = lazyComponent(async () => (await import("../views/view-dialog.tsx")).ViewDialog);

const TagManager = lazyComponent(
  async () => (await import("../tags/manager/tag-manager.tsx")).TagManager,
);
const TagRunWatch = lazyComponent(
  async () => (await import("../tags/manager/tag-run-watch.tsx")).TagRunWatch,
);
const PrintSheet = lazyComponent(async () => (await import("../print/print-sheet.tsx")).PrintSheet);

const ImportDialog = lazyComponent(
  async () => (await import("../transfer/import-dialog.tsx")).ImportDialog,
);
const ImportWatch = lazyComponent(
  async () => (await import("../transfer/import-watch.tsx")).ImportWatch,
);

const ReceivedDialog = lazyComponent(
  async () => (await import("../received/received-dialog.tsx")).ReceivedDialog,
);

const AfterStart = lazyComponent(
  async () => (await import("../safety/after-start.tsx")).AfterStart,
);
const SafetySheet = lazyComponent(
  async () => (await import("../safety/safety-sheet.tsx")).SafetySheet,
);

/** All dialogs and popups, each loaded when it is first opened. */
export function Dialogs() {
  const isConfirming = useFeedback((state) => state.confirmation !== null);
  const isConnectOpen = useUi((state) => state.isConnectOpen);
  const isGoToDateOpen = useUi((state) => state.isGoToDateOpen);
  const isYearOpen = useUi((state) => state.yearAtMs !== null);
  const areDetailsOpen = useUi((state) => state.syncDetails !== null);
  const isHistoryOpen = useUi((state) => state.history !== null);
  const isShareOpen = useUi((state) => state.sharingId !== null);
  const areTagsOpen = useUi((state) => state.taggingId !== null);
  const isPaletteOpen = useUi((state) => state.palette !== null);
  const isViewOpen = useUi((state) => state.editedView !== null);
  const isTagManagerOpen = useUi((state) => state.tagManager !== null);
  const isTagChanged = useUi((state) => state.tagRunId !== null);
  const isImportOpen = useUi((state) => state.importing !== null);
  const isTransferWatched = useUi((state) => state.isTransferWatched);
  const isSafetyOpen = useUi((state) => state.isSafetyOpen);
  const isReceivedOpen = useUi((state) => state.isReceivedOpen);
  const isPrinting = usePrinting((state) => state.job !== null);
  const isSheetOpen = useUi((state) => state.isShortcutSheetOpen);
  return (
    <>
      <OpenedOnce isOpen={isConfirming}>
        <ConfirmDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={isConnectOpen}>
        <ConnectDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={isGoToDateOpen}>
        <GoToDateDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={isYearOpen}>
        <YearDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={areDetailsOpen}>
        <SyncDetails />
      </OpenedOnce>
      <OpenedOnce isOpen={isHistoryOpen}>
        <HistoryDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={isPaletteOpen}>
        <PaletteDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={isShareOpen}>
        <ShareDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={areTagsOpen}>
        <TagPanel />
      </OpenedOnce>
      <OpenedOnce isOpen={isViewOpen}>
        <ViewDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={isTagManagerOpen}>
        <TagManager />
      </OpenedOnce>
      <OpenedOnce isOpen={isTagChanged}>
        <TagRunWatch />
      </OpenedOnce>
      <OpenedOnce isOpen={isPrinting}>
        <PrintSheet />
      </OpenedOnce>
      <OpenedOnce isOpen={isImportOpen}>
        <ImportDialog />
      </OpenedOnce>
      <OpenedOnce isOpen={isTransferWatched}>
        <ImportWatch />
      </OpenedOnce>
      <OpenedOnce isOpen={isSafetyOpen}>
        <SafetySheet />
      </OpenedOnce>
      <OpenedOnce isOpen={isReceivedOpen}>
        <ReceivedDialog />
      </OpenedOnce>
      <KeepLooks />
      <Suspense>
        <AfterStart />
      </Suspense>
      <OpenedOnce isOpen={isSheetOpen}>
        <ShortcutSheet />
      </OpenedOnce>
    </>
  );
}
