import { create } from "zustand";

const storageKey = "tidemark:text-size";

/** Range of text sizes, in percent of the system's size. */
export const textSizes = { smallest: 85, usual: 100, largest: 150, step: 5 } as const;

function storedSize(): number {
  const size = Number(localStorage.getItem(storageKey) ?? textSizes.usual);
  return size >= textSizes.smallest && size <= textSizes.largest ? size : textSizes.usual;
}

/** Text size on this device, in percent. */
export const useTextSize = create<{ readonly size: number }>(() => ({ size: storedSize() }));

/** Sets the size as a CSS property. */
export function applyTextSize({ size } = useTextSize.getState()): void {
  const { style } = document.documentElement;
  if (size === textSizes.usual) style.removeProperty("--text-scale");
  else style.setProperty("--text-scale", String(size / 100));
}

export function chooseTextSize(size: number): void {
  localStorage.setItem(storageKey, String(size));
  useTextSize.setState({ size });
  applyTextSize();
}
