import { useState, type ClipboardEvent, type DragEvent } from "react";

/**
 * Takes files that are pasted or dropped onto an element, before an editor in it does: that would
 * write their content into the text. Formatted text stays the editor's, where a picture of it came
 * along; the bare text beside a file is its name.
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
        const { files, types } = event.clipboardData;
        const isText = types.includes("text/plain") && types.includes("text/html");
        if (files.length > 0 && !isText) take(event, files);
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
