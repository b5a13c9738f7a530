import { create } from "zustand";

export const editingViews = ["live", "source"] as const;
/** `live` hides Markdown marks except around the caret; `source` shows every character. */
export type EditingView = (typeof editingViews)[number];

const storageKey = "tidemark:editing-view";

function storedView(): EditingView {
  const stored = localStorage.getItem(storageKey);
  return editingViews.find((view) => view === stored) ?? "live";
}

interface EditingViewState {
  readonly view: EditingView;
  toggle(): void;
}

/** Editing view, stored on this device. */
export const useEditingView = create<EditingViewState>((set, get) => ({
  view: storedView(),
  toggle() {
    const view = get().view === "live" ? "source" : "live";
    localStorage.setItem(storageKey, view);
    set({ view });
  },
}));
