import { create } from "zustand";

const storageKey = "tidemark:open-tags";
/** Maximum number of open branches; the oldest is closed first. */
const maxOpen = 500;

function stored(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : []);
  } catch {
    return new Set();
  }
}

/** Tags that are open in the tree, stored on this device. */
export const useOpenBranches = create<{ readonly open: ReadonlySet<string> }>(() => ({
  open: stored(),
}));

/** Opens or closes a tag in the tree. */
export function setBranchOpen(tag: string, isOpen: boolean): void {
  const open = new Set(useOpenBranches.getState().open);
  open.delete(tag);
  if (isOpen) open.add(tag);
  const kept = [...open].slice(-maxOpen);
  localStorage.setItem(storageKey, JSON.stringify(kept));
  useOpenBranches.setState({ open: new Set(kept) });
}
