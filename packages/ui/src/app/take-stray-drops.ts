/**
 * Takes what is dropped beside everything that takes files, to be imported; a browser would open it in
 * the page's place. While a dialog is open nothing is. Returns what ends it.
 */
export function takeStrayDrops(target: Window): () => void {
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
    // It is there during the event alone.
    const dropped = [...event.dataTransfer.items]
      .filter(({ kind }) => kind === "file")
      .flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
    void import("../transfer/take-drop.ts").then(
      ({ takeDrop }) => takeDrop(dropped),
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
