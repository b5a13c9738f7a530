import { useFeedback } from "../feedback/feedback.ts";
import { lazyPart } from "../lazy/lazy-part.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { KeepLooks } from "../tags/keep-looks.tsx";
import { usePrinting } from "../state/printing.ts";
import { useUi } from "../state/ui-state.ts";

const ConfirmDialog = lazyPart(
  async () => (await import("../feedback/confirm-dialog.tsx")).ConfirmDialog,
);
const ConnectDialog = lazyPart(
  async () => (await import("../sync/connect/connect-dialog.tsx")).ConnectDialog,
);
const GoToDateDialog = lazyPart(
  async () => (await import("../search/go-to-date-dialog.tsx")).GoToDateDialog,
);
const YearDialog = lazyPart(async () => (await import("../side/year/year-dialog.tsx")).YearDialog);
const SyncDetails = lazyPart(
  async () => (await import("../sync/details/sync-details.tsx")).SyncDetails,
);
const HistoryDialog = lazyPart(
  async () => (await import("../history/history-dialog.tsx")).HistoryDialog,
);
const ShareDialog = lazyPart(async () => (await import("../share/share-dialog.tsx")).ShareDialog);
const ShortcutSheet = lazyPart(
  async () => (await import("../keyboard/shortcut-sheet.tsx")).ShortcutSheet,
);
const PaletteDialog = lazyPart(
  async () => (await import("../palette/palette-dialog.tsx")).PaletteDialog,
);
const TagPanel = lazyPart(async () => (await import("../memo/tags/tag-panel.tsx")).TagPanel);
const ViewDialog = lazyPart(async () => (await import("../views/view-dialog.tsx")).ViewDialog);

const TagManager = lazyPart(
  async () => (await import("../tags/manager/tag-manager.tsx")).TagManager,
);
const TagRunWatch = lazyPart(
  async () => (await import("../tags/manager/tag-run-watch.tsx")).TagRunWatch,
);
const PrintSheet = lazyPart(async () => (await import("../print/print-sheet.tsx")).PrintSheet);

const ImportDialog = lazyPart(
  async () => (await import("../transfer/import-dialog.tsx")).ImportDialog,
);
const ImportWatch = lazyPart(
  async () => (await import("../transfer/import-watch.tsx")).ImportWatch,
);

const SafetySheet = lazyPart(async () => (await import("../safety/safety-sheet.tsx")).SafetySheet);

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
      <KeepLooks />
      <OpenedOnce isOpen={isSheetOpen}>
        <ShortcutSheet />
      </OpenedOnce>
    </>
  );
}
