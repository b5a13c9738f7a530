import { useFollowing, useProfile } from "../data/queries.ts";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useLanguage } from "../language/language.ts";
import { AuthorName } from "../people/author-name.tsx";
import { useShown } from "../state/view-address.ts";
import { emptyStrings } from "../timeline/screen/empty-strings.ts";
import { MemoScreen } from "../timeline/screen/memo-screen.tsx";
import { PlainScreen } from "../timeline/screen/plain-screen.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { Boats } from "./boats.tsx";
import { ExploreBar } from "./explore-bar.tsx";
import { FollowOffer } from "./follow-offer.tsx";
import { NobodyElse } from "./nobody-else.tsx";
import { PersonAlone, PersonBar, useIsOwnName } from "./person.tsx";
import { exploreStrings as strings } from "./strings.ts";
import { useOfflineWords } from "./use-connection-words.ts";

/** What is shown to everybody on the server: kept here and read here, once one wants it. */
export function ExploreScreen() {
  useLanguage();
  const profile = useProfile().data;
  const following = useFollowing().data;
  const tag = useShown((address) => address.tag);
  const author = useShown((address) => address.author);
  // The host has both at once: nothing is shown for the moment that it takes.
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
