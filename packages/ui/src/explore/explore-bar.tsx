import { useFeedback } from "../feedback/feedback.ts";
import { useProfile } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { hostOf } from "../sync/pill-text.ts";
import { useFollowPublic } from "../sync/use-follow-public.ts";
import { ViewBar } from "../timeline/screen/view-bar.tsx";
import { exploreStrings as strings } from "./strings.ts";
import { useOfflineWords } from "./use-connection-words.ts";

/** Over what others share: whose it is, how old where there is no network, and the way to stop. */
export function ExploreBar() {
  useLanguage();
  const follow = useFollowPublic();
  const offline = useOfflineWords();
  const host = hostOf(useProfile().data?.serverUrl ?? "");
  const stop = async (): Promise<void> => {
    if (!(await follow(false))) return;
    useFeedback.getState().say(strings.stopped, async () => {
      await follow(true);
    });
  };
  return (
    <ViewBar words={offline ?? strings.shown(host)}>
      <button type="button" className="button ms-auto flex-none" onClick={() => void stop()}>
        {strings.stop}
      </button>
    </ViewBar>
  );
}
