/**
 * Handles files dropped outside of any field, to import them; a browser would navigate to them. Ignores them
 * while a dialog is open. Returns the cleanup function.
 */
export function handleStrayDrops(target: Window): () => void {
  const isStray = (event: DragEvent): boolean =>
    !event.defaultPrevented && event.dataTransfer?.types.includes("Files") === true;
  const isFree = (): boolean =>
    target.document.querySelector('[role="dialog"], [role="alertdialog"]') === null;
  const over = (event: DragEvent): void => {
    if (!isStray(event) || event.dataTransfer === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isFree() ? "copy" : "none";
  };
  const drop = (event: DragEvent): void => {
    if (!isStray(event) || event.dataTransfer === null) return;
    event.preventDefault();
    if (!isFree()) return;
    // The items are available only during the event.
    const dropped = [...event.dataTransfer.items]
      .filter(({ kind }) => kind === "file")
      .flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
    void import("../transfer/handle-drop.ts").then(
      ({ handleDrop }) => handleDrop(dropped),
      () => undefined,
    );
  };
  target.addEventListener("dragover", over);
  target.addEventListener("drop", drop);
  return () => {
    target.removeEventListener("dragover", over);
    target.removeEventListener("drop", drop);
  };
}
