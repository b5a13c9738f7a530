import type { FollowedSpace, MemoView } from "@tidemark/core/router";
import { visibilityLabel } from "../../memo/visibility-words.ts";

/** Who may read a memo, as it is written: a space and that it is shown to it go together. */
export type Audience =
  | { readonly visibility: "PRIVATE" | "PROTECTED" | "PUBLIC" }
  | { readonly visibility: "SPACE"; readonly space: string };

/** Who may read a memo, as it is shown. */
export type ShownAudience = Pick<MemoView, "visibility" | "space" | "spaceTitle">;

/** A row of the list to choose from. */
export interface AudienceOffer {
  /** Its key in the list: the name of a space, or else a visibility. */
  readonly key: string;
  readonly visibility: MemoView["visibility"];
  readonly label: string;
  /** What choosing it writes; null for a space that can only be left. */
  readonly audience: Audience | null;
}

function offerEverybody(): readonly AudienceOffer[] {
  return (["PRIVATE", "PROTECTED", "PUBLIC"] as const).map((visibility) => ({
    key: visibility,
    visibility,
    label: visibilityLabel(visibility, null),
    audience: { visibility },
  }));
}

/**
 * What there is to choose from: the visibilities, then the spaces that the user is in. The space of
 * the memo comes before them when the user is not in it, or not any more.
 */
export function offerAudiences(
  shown: ShownAudience,
  spaces: readonly FollowedSpace[],
): {
  readonly current: AudienceOffer;
  readonly general: readonly AudienceOffer[];
  readonly spaces: readonly AudienceOffer[];
} {
  const everybody = offerEverybody();
  const own = spaces.map(({ name, title }): AudienceOffer => ({
    key: name,
    visibility: "SPACE",
    label: title,
    audience: { visibility: "SPACE", space: name },
  }));
  const key = shown.visibility === "SPACE" ? (shown.space ?? "SPACE") : shown.visibility;
  const offered = [...everybody, ...own].find((offer) => offer.key === key);
  if (offered !== undefined) return { current: offered, general: everybody, spaces: own };
  const { visibility } = shown;
  const label = visibilityLabel(visibility, shown.spaceTitle);
  const left: AudienceOffer = { key, visibility, label, audience: null };
  return { current: left, general: [left, ...everybody], spaces: own };
}
