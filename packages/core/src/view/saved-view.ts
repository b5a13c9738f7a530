import type { UserReference } from "../names/names.ts";

/** One of the two: a character, or the name of an icon of the Lucide set. */
export type ViewIcon = { readonly emoji: string } | { readonly lucide: string };

/** A filter that its owner keeps under a title. Without an icon it is also a shortcut. */
export interface SavedView {
  readonly id: string;
  /** Resource name of its owner. */
  readonly user: UserReference;
  readonly title: string;
  /** CEL; blank shows everything. */
  readonly filter: string;
  readonly icon: ViewIcon | null;
  readonly createdMs: number;
  /** Where it stands among the others in the app, ascending; where it was made until it is moved. */
  readonly order: number;
}
