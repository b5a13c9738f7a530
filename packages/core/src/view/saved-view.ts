import type { UserReference } from "../names/names.ts";

/** An emoji, or the name of an icon of the Lucide set. */
export type ViewIcon = { readonly emoji: string } | { readonly lucide: string };

/** A filter that its owner saved with a title. Without an icon it is also a shortcut. */
export interface SavedView {
  readonly id: string;
  /** Resource name of the owner. */
  readonly user: UserReference;
  readonly title: string;
  /** CEL; blank shows all memos. */
  readonly filter: string;
  readonly icon: ViewIcon | null;
  readonly createdMs: number;
  /** Sort key in the app, ascending; equal to `createdMs` until the view is moved. */
  readonly order: number;
}
