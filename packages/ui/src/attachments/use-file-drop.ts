import { useState, type ClipboardEvent, type DragEvent } from "react";

/**
 * Returns the pasted files. Formatted text with a picture of it is pasted as text; plain text beside a file
 * is just its name.
 */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  return types.includes("text/plain") && types.includes("text/html") ? [] : [...files];
}

/** Selector of elements that take files themselves, at the position of the paste or drop. */
const takesFiles = "[data-takes-files]";

/**
 * Attaches files that are pasted or dropped onto an element, except onto a text in it that takes files
 * itself. Runs in the capture phase: an editor would insert the files' content into its text.
 */
export function useFileDrop(attach: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const take = (event: ClipboardEvent | DragEvent, files: readonly File[]): void => {
    if (files.length === 0 || isTaken(event)) return;
    event.preventDefault();
    event.stopPropagation();
    attach(files);
  };
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    setIsOver(true);
    if (isTaken(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
  };
  return {
    isOver,
    handlers: {
      onPasteCapture: (event: ClipboardEvent) => take(event, pastedFiles(event.clipboardData)),
      onDragOverCapture: over,
      onDragLeaveCapture(event: DragEvent) {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
      },
      onDropCapture(event: DragEvent) {
        setIsOver(false);
        take(event, [...event.dataTransfer.files]);
      },
    },
  };
}

function isTaken({ target }: ClipboardEvent | DragEvent): boolean {
  return target instanceof Element && target.closest(takesFiles) !== null;
}
