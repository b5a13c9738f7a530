/** The end of a process, of which its jobs hear. */
export interface Ending {
  /** What takes long is left for the next start. */
  readonly begun: AbortSignal;
  /** Nothing is waited for any more. */
  readonly late: AbortSignal;
}

/** How long what has begun may take to end, the requests included, before nothing is waited for. */
const lateMs = 2200;

export interface StartedEnding extends Ending {
  /** Ends what is waited for, and gives up what does not end in time. */
  run(end: () => PromiseLike<void>): Promise<void>;
}

/** `giveUp` is called when the end is late. */
export function createEnding(giveUp: () => void): StartedEnding {
  const begun = new AbortController();
  const late = new AbortController();
  return {
    begun: begun.signal,
    late: late.signal,
    async run(end) {
      begun.abort();
      const timer = setTimeout(() => {
        late.abort();
        giveUp();
      }, lateMs);
      try {
        await end();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
