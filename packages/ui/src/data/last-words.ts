/** Source of typed text that isn't in the database yet. */
interface Speaker {
  /** Sends unsent text; resolves when it was answered, even with a failure. */
  flush(): Promise<void>;
  /** Sends it synchronously, because the page may be closing. */
  sayLast(): void;
}

/** Registry of all sources of unsaved text in this page. */
export interface LastWords {
  /** Registers a source. Returns the function that removes it. */
  register(speaker: Speaker): () => void;
  /** Called when the database is closing, or is reachable again. */
  flush(): Promise<void>;
  /** Called when the page is hidden or unloaded. */
  sayLast(): void;
}

function createLastWords(): LastWords {
  const speakers = new Set<Speaker>();
  return {
    register(speaker) {
      speakers.add(speaker);
      return () => void speakers.delete(speaker);
    },
    async flush() {
      await Promise.all([...speakers].map((speaker) => speaker.flush()));
    },
    sayLast() {
      for (const speaker of speakers) speaker.sayLast();
    },
  };
}

export const lastWords: LastWords = createLastWords();

/**
 * Saves unsaved text when the page is hidden or unloaded. Returns the function that removes the listeners.
 */
export function sayLastWordsOn(page: Window): () => void {
  const onHide = (): void => lastWords.sayLast();
  // A hidden page can still wait for answers, but may be discarded without another event.
  const onHidden = (): void => {
    if (page.document.visibilityState === "hidden") void lastWords.flush();
  };
  page.addEventListener("pagehide", onHide);
  page.document.addEventListener("visibilitychange", onHidden);
  return () => {
    page.removeEventListener("pagehide", onHide);
    page.document.removeEventListener("visibilitychange", onHidden);
  };
}
