import { create } from "zustand";

/** Printable content: one memo, or the current list. */
export type Printable = { readonly kind: "memo"; readonly id: string } | { readonly kind: "list" };

/** Print request, numbered to distinguish repeated requests for the same memo. */
export type PrintJob = Printable & { readonly number: number };

interface Printing {
  /** Current print job; null while nothing is printed. */
  readonly job: PrintJob | null;
}

export const usePrinting = create<Printing>(() => ({ job: null }));

let lastNumber = 0;

export function print(what: Printable): void {
  lastNumber += 1;
  usePrinting.setState({ job: { ...what, number: lastNumber } });
}
