import { useState, type ClipboardEvent, type DragEvent } from "react";

/**
 * The files that a paste brings. Formatted text stays text, where a picture of it came along; the bare
 * text beside a file is its name.
 */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  return types.includes("text/plain") && types.includes("text/html") ? [] : [...files];
}

/** What takes files itself, at the place in it where they come. */
const takesFiles = "[data-takes-files]";

/**
 * Takes files that are pasted or dropped onto an element, but for those that belong to a text in it
 * that takes files. It does so before what is in it can: an editor would write their content into the
 * text.
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
