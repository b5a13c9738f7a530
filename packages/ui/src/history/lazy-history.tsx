import { lazy, Suspense, useState } from "react";
import { useUi } from "../state/ui-state.ts";

/** Telling texts apart takes code that most sessions never need. */
const HistoryDialog = lazy(async () => ({
  default: (await import("./history-dialog.tsx")).HistoryDialog,
}));

/** The history, once it was asked for. */
export function LazyHistory() {
  const isOpen = useUi((state) => state.history !== null);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <HistoryDialog />
    </Suspense>
  );
}
