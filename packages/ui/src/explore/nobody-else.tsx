import { useProfile } from "../data/queries.ts";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useLanguage } from "../language/language.ts";
import { setUi } from "../state/ui-state.ts";
import { timelineStrings } from "../timeline/strings.ts";
import { Boats } from "./boats-illustration.tsx";
import { exploreStrings as strings } from "./strings.ts";

/** Shown on a device that knows of no other users. */
export function NobodyElse() {
  useLanguage();
  const isLocal = useProfile().data?.serverUrl === null;
  return (
    <EmptyMessage
      drawing={<Boats />}
      title={strings.nobody}
      body={strings.nobodyBody}
      {...(isLocal && {
        action: timelineStrings.connectToServer,
        act: () => setUi({ isConnectOpen: true }),
      })}
    />
  );
}
