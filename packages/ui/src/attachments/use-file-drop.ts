import { useState, type ClipboardEvent, type DragEvent } from "react";

/**
 * Takes files that are pasted or dropped onto an element, before an editor in it does: that would
 * write their content into the text. Text stays the editor's, also where a picture of it came along.
 */
export function useFileDrop(attach: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const take = (event: ClipboardEvent | DragEvent, files: FileList): void => {
    event.preventDefault();
    event.stopPropagation();
    attach([...files]);
  };
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    setIsOver(true);
  };
  return {
    isOver,
    handlers: {
      onPasteCapture(event: ClipboardEvent) {
        const { files } = event.clipboardData;
        if (files.length > 0 && event.clipboardData.getData("text/plain") === "") {
          take(event, files);
        }
      },
      onDragOverCapture: over,
      onDragLeaveCapture(event: DragEvent) {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
      },
      onDropCapture(event: DragEvent) {
        setIsOver(false);
        const { files } = event.dataTransfer;
        if (files.length > 0) take(event, files);
      },
    },
  };
}
