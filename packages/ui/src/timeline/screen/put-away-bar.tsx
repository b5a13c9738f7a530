import { useCounts } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { useEmptyTrash } from "../../memo/use-empty-trash.ts";
import { timelineStrings } from "../strings.ts";
import { ViewBar } from "./view-bar.tsx";

/** Bar of the archive and the trash: number of memos, and how long they are stored. */
export function PutAwayBar({ view }: { readonly view: "archive" | "trash" }) {
  useLanguage();
  const counts = useCounts().data;
  const { empty, isEmptying } = useEmptyTrash();
  const count = view === "archive" ? counts?.archived : counts?.trashed;
  const held = count === undefined || count === 0 ? [] : [timelineStrings.memoCount(count)];
  return (
    <ViewBar words={[...held, timelineStrings.banner[view]].join(" · ")}>
      {view === "trash" && count !== undefined && count > 0 && (
        <button
          type="button"
          className="button ms-auto flex-none"
          disabled={isEmptying}
          onClick={() => empty(count)}
        >
          {timelineStrings.emptyTrash}
        </button>
      )}
    </ViewBar>
  );
}
