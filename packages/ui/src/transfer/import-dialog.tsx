import { Dialog } from "@base-ui/react/dialog";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { useLacks } from "../shell/use-lacks.ts";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { useLanguage } from "../language/language.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { ImportSteps, startOf } from "./import-steps.tsx";
import { droppedOn } from "./files/picked-files.ts";
import { transferStrings } from "./strings.ts";
import { isBusy, useSending, useTransfer, useTransferActions } from "./use-transfer.ts";

/** Import dialog: choose a source, review the plan, follow the progress. */
export function ImportDialog() {
  useLanguage();
  const importing = useUi((state) => state.importing);
  const { data } = useTransfer();
  const job = data?.job ?? null;
  const { addEntries, stop } = useTransferActions();
  const [isOver, setIsOver] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const isSending = useSending((state) => state.sending !== null);
  const mayTake = !isSending && !isBusy(job);

  const lacksTransfer = useLacks("transfer");
  const dropped = importing?.dropped;
  useEffect(() => {
    if (dropped === undefined || dropped.length === 0 || lacksTransfer) return;
    setUi({ importing: { dropped: [] } });
    void addEntries(dropped);
  }, [dropped, addEntries, lacksTransfer]);

  useEffect(() => {
    if (importing !== null && lacksTransfer) setUi({ importing: null });
  }, [importing, lacksTransfer]);
  const isOpen = importing !== null && !lacksTransfer;
  const isJudged = useRef(false);
  const isUndone = job?.type === "undo" && job.phase === "done";
  useEffect(() => {
    if (!isOpen) isJudged.current = false;
    if (!isOpen || data === undefined || isJudged.current) return;
    isJudged.current = true;
    // The result of an undo was reported while the dialog was closed.
    if (isUndone) void stop();
  }, [isOpen, data, isUndone, stop]);

  const undoLast = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== "radio";
    const isAsked = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isAsked || isTyping || job?.type !== "import" || job.phase !== "done") return;
    event.preventDefault();
    useFeedback.getState().undo();
  };
  const close = (): void => {
    setUi({ importing: null });
    useSending.setState({ problem: null });
    // An ended job was seen, so the dialog starts over next time.
    if (!isSending && (job?.phase === "done" || job?.phase === "failed")) void stop();
  };
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = mayTake ? "copy" : "none";
    setIsOver(mayTake);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const entries = droppedOn(event.dataTransfer);
    if (mayTake && entries.length > 0) void addEntries(entries);
  };

  return (
    <Dialog.Root open={isOpen} onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => startOf(popup.current)}
          onKeyDown={undoLast}
          className="popover fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-2rem)] w-[min(42rem,calc(100vw-2rem))] flex-col overflow-y-auto p-6 max-rail:p-4"
          onDragOver={over}
          onDragLeave={leave}
          onDrop={drop}
        >
          <DialogHead title={transferStrings.title} close={transferStrings.close} />
          <ImportSteps isOver={isOver} popup={popup} close={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
