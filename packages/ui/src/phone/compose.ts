import { flushSync } from "react-dom";
import { create } from "zustand";
import { openComposerBy } from "../focus/focus-composer.ts";

/** Sheet of the composer. */
export const useCompose = create(() => ({ isOpen: false, hasDraft: false }));

/** Lets every command that focuses the composer open its sheet first. Returns a function that ends this. */
export function openComposerInSheet(): () => void {
  openComposerBy(() => {
    // Rendered at once: iOS shows the keyboard only for a focus within the tap.
    if (!useCompose.getState().isOpen) flushSync(() => useCompose.setState({ isOpen: true }));
  });
  return () => {
    openComposerBy(() => undefined);
    useCompose.setState({ isOpen: false });
  };
}
