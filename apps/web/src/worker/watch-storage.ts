/** Time in ms between two looks at whether the files are still there. */
const lookEveryMs = 5000;

/**
 * Calls back once the browser has deleted a folder of the private file system: open files go on working, and end
 * with the worker. Waits until `isAllSent`, since changes are only in those files until then.
 */
export function watchStorage(
  folder: string,
  isAllSent: () => Promise<boolean>,
  onRemoved: () => void,
): void {
  const look = async (): Promise<void> => {
    if ((await isRemoved(folder)) && (await isAllSent())) onRemoved();
    else setTimeout(() => void look(), lookEveryMs);
  };
  setTimeout(() => void look(), lookEveryMs);
}

async function isRemoved(folder: string): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.getDirectoryHandle(folder);
    return false;
  } catch (error) {
    return error instanceof DOMException && error.name === "NotFoundError";
  }
}
