import { useQueryClient } from "@tanstack/react-query";
import type { TagStyle } from "@tidemark/core/setting";
import { describeError, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useTagStyles } from "../data/tag-queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { showLooks } from "./looks.ts";
import { floatsOf, looksOf, offeredColour, type TagColour } from "./tag-colours.ts";

interface TagStyleActions {
  /** Own colour of the tag; null for none, "other" for one chosen by another client. */
  readonly colour: TagColour | "other" | null;
  readonly isBlurred: boolean;
  setColour(colour: TagColour | null): void;
  setBlurred(isBlurred: boolean): void;
}

/** Reads and changes a tag's style, which syncs to all devices and API clients. */
export function useTagStyle(tag: string): TagStyleActions {
  const client = useClient();
  const queries = useQueryClient();
  const styles = useTagStyles().data ?? {};
  const style: TagStyle | undefined = Object.hasOwn(styles, tag) ? styles[tag] : undefined;
  const colour = style?.backgroundColor;

  const set = ({ backgroundColor, blurContent }: TagStyle): void => {
    const isPlain = backgroundColor === undefined && !blurContent;
    const next = { ...(backgroundColor !== undefined && { backgroundColor }), blurContent };
    const show = (all: Readonly<Record<string, TagStyle>>): void => {
      queries.setQueryData(queryKeys.tagStyles, all);
      showLooks(looksOf(all));
    };
    // Optimistic update; the host's answer replaces it.
    const { [tag]: _before, ...others } = styles;
    show(isPlain ? others : { ...others, [tag]: next });
    client.settings.setTags
      .mutate({ [tag]: isPlain ? null : next })
      .then(({ tags }) => show(tags))
      .catch((error: unknown) => {
        show(styles);
        useFeedback.getState().fail(describeError(error));
      });
  };
  return {
    colour: colour === undefined ? null : (offeredColour(colour) ?? "other"),
    isBlurred: style?.blurContent === true,
    setColour: (chosen) =>
      set({
        ...(chosen !== null && { backgroundColor: floatsOf(chosen) }),
        blurContent: style?.blurContent ?? false,
      }),
    setBlurred: (isBlurred) =>
      set({ ...(colour !== undefined && { backgroundColor: colour }), blurContent: isBlurred }),
  };
}
