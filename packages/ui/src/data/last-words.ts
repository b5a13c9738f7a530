/** Something that holds typed words which are not in the database yet. */
interface Speaker {
  /** Sends what waits; resolves when it was answered, well or not. */
  flush(): Promise<void>;
  /** Sends it without waiting for anything: there may be no later. */
  sayLast(): void;
}

/** Everything in this page that has words to bring to safety, told together when it is time. */
export interface LastWords {
  /** Gives what takes it out again. */
  register(speaker: Speaker): () => void;
  /** When the database says that it ends, or can be reached again. */
  flush(): Promise<void>;
  /** When the page is hidden or goes away. */
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

/** Listens for the page going away. Gives what stops it. */
export function sayLastWordsOn(page: Window): () => void {
  const onHide = (): void => lastWords.sayLast();
  // A page that is only hidden lives on and can wait for answers; it may be ended without a word.
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
