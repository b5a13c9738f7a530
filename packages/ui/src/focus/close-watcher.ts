/** Asks the browser for the next press of the back button. Chromium has it; Safari and Firefox don't. */
export interface CloseWatcher extends EventTarget {
  destroy(): void;
}

export type Watching = typeof window & { readonly CloseWatcher?: new () => CloseWatcher };
