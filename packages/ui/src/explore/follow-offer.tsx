import { useState } from "react";
import { useProfile } from "../data/queries.ts";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useLanguage } from "../language/language.ts";
import { hostOf } from "../sync/pill-text.ts";
import { useFollowPublic } from "../sync/use-follow-public.ts";
import { Boats } from "./boats.tsx";
import { exploreStrings as strings } from "./strings.ts";

/** Says what it does to keep what others share, and begins it. */
export function FollowOffer() {
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
