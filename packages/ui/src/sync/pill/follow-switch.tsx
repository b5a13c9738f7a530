import { useId } from "react";
import { useFollowing } from "../../data/asked/sync-queries.ts";
import { inList } from "../../time/in-list.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { useFollowPublic } from "../use-follow-public.ts";

/** Spaces stored on this device, and a switch for public memos of other users. */
export function FollowSwitch() {
  useLanguage();
  const follow = useFollowPublic();
  const { data } = useFollowing();
  const noteId = useId();
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
          onChange={(event) => void follow(event.currentTarget.checked)}
        />
        {syncStrings.followPublic}
      </label>
      <p id={noteId} className="text-meta text-text-3">
        {syncStrings.followPublicBody}
      </p>
    </div>
  );
}
