import { create } from "zustand";

/** What is to be put on paper: one memo, or the list that is shown. */
export type Printable = { readonly kind: "memo"; readonly id: string } | { readonly kind: "list" };

/** Each request is one of its own, also for the same memo. */
export type PrintJob = Printable & { readonly number: number };

interface Printing {
  /** null: nothing is printed. */
  readonly job: PrintJob | null;
}

export const usePrinting = create<Printing>(() => ({ job: null }));

let lastNumber = 0;

export function print(what: Printable): void {
  lastNumber += 1;
  usePrinting.setState({ job: { ...what, number: lastNumber } });
}
