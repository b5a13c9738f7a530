import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { queryKeys, useFollowing } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { inList } from "../../time/in-list.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";

/** Which spaces are kept on this device, and whether what others show to everybody is. */
export function FollowSwitch() {
  useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useFollowing();
  const noteId = useId();
  const set = (isOn: boolean): void => {
    client.sync.setFollowPublic.mutate({ isOn }).then(
      () => void queries.invalidateQueries({ queryKey: queryKeys.following }),
      (problem: unknown) => useFeedback.getState().fail(describeError(problem)),
    );
  };
  return (
    <div className="mt-3 text-small">
      {data !== undefined && data.spaces.length > 0 && (
        <p className="mb-2 break-words">
          {syncStrings.spaces(data.spaces.length, inList(data.spaces.map((space) => space.title)))}
        </p>
      )}
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={noteId}
          checked={data?.isPublic ?? false}
          disabled={data === undefined}
          onChange={(event) => set(event.currentTarget.checked)}
        />
        {syncStrings.followPublic}
      </label>
      <p id={noteId} className="text-meta text-text-3">
        {syncStrings.followPublicBody}
      </p>
    </div>
  );
}
