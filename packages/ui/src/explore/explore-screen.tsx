import { useState } from "react";
import { useFollowing } from "../data/asked/sync-queries.ts";
import { useProfile } from "../data/queries.ts";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useLanguage } from "../language/language.ts";
import { AuthorName } from "../people/author-name.tsx";
import { useShown } from "../state/view-address.ts";
import { emptyStrings } from "../timeline/screen/empty-strings.ts";
import { MemoScreen } from "../timeline/screen/memo-screen.tsx";
import { PlainScreen } from "../timeline/screen/plain-screen.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { hostOf } from "../sync/pill-text.ts";
import { useFollowPublic } from "../sync/use-follow-public.ts";
import { ViewBar } from "../timeline/screen/view-bar.tsx";
import { Boats } from "./boats-illustration.tsx";
import { NobodyElse } from "./nobody-else.tsx";
import { PersonAlone, PersonBar, useIsOwnName } from "./person.tsx";
import { exploreStrings as strings } from "./strings.ts";
import { useOfflineWords } from "./use-connection-words.ts";

/** Explore: memos shared with everyone on the server, stored on this device once the user enables it. */
export function ExploreScreen() {
  useLanguage();
  const profile = useProfile().data;
  const following = useFollowing().data;
  const tag = useShown((address) => address.tag);
  const author = useShown((address) => address.author);
  // The host answers both at once, so no loading state is shown.
  if (profile === undefined || following === undefined) return <main className="grow" />;
  if (profile.hasOthers && following.isPublic) {
    return (
      <MemoScreen
        view="explore"
        Author={AuthorName}
        bar={author === undefined ? <ExploreBar /> : <PersonBar username={author} />}
        empty={
          following.isPublicComing ? (
            <Coming />
          ) : tag !== undefined ? undefined : author === undefined ? (
            <Nothing />
          ) : (
            <NothingOf username={author} />
          )
        }
      />
    );
  }
  return (
    <PlainScreen title={author ?? timelineStrings.views.explore.title}>
      {profile.hasOthers && author !== undefined && <PersonAlone username={author} />}
      {profile.hasOthers ? <FollowOffer /> : <NobodyElse />}
    </PlainScreen>
  );
}

function Nothing() {
  useLanguage();
  return (
    <EmptyMessage
      drawing={<Boats />}
      title={emptyStrings.titles.explore}
      body={emptyStrings.bodies.explore}
    />
  );
}

function NothingOf({ username }: { readonly username: string }) {
  useLanguage();
  const isOwn = useIsOwnName(username);
  const isOffline = useOfflineWords() !== null;
  return (
    <EmptyMessage
      drawing={<Boats />}
      title={isOwn ? strings.nothingOfOwn : strings.nothingOf(username)}
      body={
        isOwn
          ? emptyStrings.bodies.explore
          : isOffline
            ? strings.nothingOfOffline
            : strings.nothingOfBody
      }
    />
  );
}

function Coming() {
  useLanguage();
  const isOffline = useOfflineWords() !== null;
  return (
    <div role="status">
      <EmptyMessage
        drawing={<Boats />}
        title={strings.coming}
        body={isOffline ? strings.waiting : strings.comingBody}
      />
    </div>
  );
}

/**
 * Bar above others' memos: the server, the age of the data when offline, and a button to stop storing them.
 */
function ExploreBar() {
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

/** Explains storing others' public memos, and offers to start it. */
function FollowOffer() {
  useLanguage();
  const follow = useFollowPublic();
  const [isAsked, setAsked] = useState(false);
  const host = hostOf(useProfile().data?.serverUrl ?? "");
  return (
    <>
      <EmptyMessage
        drawing={<Boats />}
        title={strings.offerTitle}
        body={strings.offerBody(host)}
        action={strings.offer}
        act={() => {
          if (isAsked) return;
          setAsked(true);
          void follow(true).finally(() => setAsked(false));
        }}
      />
      <p className="mx-auto -mt-10 max-w-[440px] px-4 text-center text-small text-balance text-text-3">
        {strings.offerStop}
      </p>
    </>
  );
}
