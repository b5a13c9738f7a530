import { create } from "zustand";

const storageKey = "tidemark:open-tags";
/** More are open nowhere: what was opened first is closed again. */
const maxOpen = 500;

function stored(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : []);
  } catch {
    return new Set();
  }
}

/** The tags whose branches are open in the tree, kept on this device. */
export const useOpenBranches = create<{ readonly open: ReadonlySet<string> }>(() => ({
  open: stored(),
}));

/** Opens the branch of a tag, or closes it. */
export function setBranchOpen(tag: string, isOpen: boolean): void {
  const open = new Set(useOpenBranches.getState().open);
  open.delete(tag);
  if (isOpen) open.add(tag);
  const kept = [...open].slice(-maxOpen);
  localStorage.setItem(storageKey, JSON.stringify(kept));
  useOpenBranches.setState({ open: new Set(kept) });
}
