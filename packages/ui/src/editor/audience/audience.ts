import type { FollowedSpace, MemoView } from "@tidemark/core/router";
import { visibilityLabel } from "../../memo/visibility-words.ts";

/** Audience to write to a memo. The visibility `SPACE` always names its space. */
export type Audience =
  | { readonly visibility: "PRIVATE" | "PROTECTED" | "PUBLIC" }
  | { readonly visibility: "SPACE"; readonly space: string };

/** Fields of a memo that determine the displayed audience. */
export type ShownAudience = Pick<MemoView, "visibility" | "space" | "spaceTitle">;

/** Row of the visibility list. */
export interface AudienceOffer {
  /** Key in the list: the name of a space, or a visibility. */
  readonly key: string;
  readonly visibility: MemoView["visibility"];
  readonly label: string;
  /** Audience to write when the row is chosen; `null` for a space that the user can only leave. */
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
 * Returns the rows of the visibility list: the general visibilities, then the user's spaces. The memo's space
 * is first if the user isn't a member of it.
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
