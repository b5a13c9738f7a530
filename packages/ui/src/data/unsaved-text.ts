/** Source of typed text that isn't in the database yet. */
interface UnsavedSource {
  /** Sends unsent text; resolves when it was answered, even with a failure. */
  flush(): Promise<void>;
  /** Sends it synchronously, because the page may be closing. */
  sendOnClose(): void;
}

/** Registry of all sources of unsaved text in this page. */
export interface UnsavedText {
  /** Registers a source. Returns the function that removes it. */
  register(source: UnsavedSource): () => void;
  /** Called when the database is closing or reachable again, and when the page is hidden. */
  flush(): Promise<void>;
  /** Called when the page is unloaded. */
  sendOnClose(): void;
}

function createUnsavedText(): UnsavedText {
  const sources = new Set<UnsavedSource>();
  return {
    register(source) {
      sources.add(source);
      return () => void sources.delete(source);
    },
    async flush() {
      await Promise.all([...sources].map((source) => source.flush()));
    },
    sendOnClose() {
      for (const source of sources) source.sendOnClose();
    },
  };
}

export const unsavedText: UnsavedText = createUnsavedText();

/**
 * Saves unsaved text when the page is hidden or unloaded. Returns the function that removes the listeners.
 */
export function sendUnsavedTextOnClose(page: Window): () => void {
  const onHide = (): void => unsavedText.sendOnClose();
  // A hidden page can still wait for answers, but may be discarded without another event.
  const onHidden = (): void => {
    if (page.document.visibilityState === "hidden") void unsavedText.flush();
  };
  page.addEventListener("pagehide", onHide);
  page.document.addEventListener("visibilitychange", onHidden);
  return () => {
    page.removeEventListener("pagehide", onHide);
    page.document.removeEventListener("visibilitychange", onHidden);
  };
}
