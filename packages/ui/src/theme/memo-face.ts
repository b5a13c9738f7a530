import { create } from "zustand";

export const memoFaces = ["inter", "system", "serif", "mono"] as const;
export type MemoFace = (typeof memoFaces)[number];

const usual: MemoFace = "inter";
const storageKey = "tidemark:memo-face";

function storedFace(): MemoFace {
  const stored = localStorage.getItem(storageKey);
  return memoFaces.find((face) => face === stored) ?? usual;
}

/** Font of memos on this device, for reading and editing. */
export const useMemoFace = create<{ readonly face: MemoFace }>(() => ({ face: storedFace() }));

/** Sets the choice as an attribute for face.css. */
export function applyMemoFace({ face } = useMemoFace.getState()): void {
  const root = document.documentElement;
  if (face === usual) delete root.dataset["memoFace"];
  else root.dataset["memoFace"] = face;
}

export function chooseMemoFace(face: MemoFace): void {
  localStorage.setItem(storageKey, face);
  useMemoFace.setState({ face });
  applyMemoFace();
}
