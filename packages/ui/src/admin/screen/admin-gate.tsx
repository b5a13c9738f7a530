import { Suspense } from "react";
import { useProfile, useSyncStatus } from "../../data/queries.ts";
import { EmptyMessage } from "../../feedback/empty-message.tsx";
import { useLanguage } from "../../language/language.ts";
import { componentOnDemand } from "../../lazy/lazy-component.ts";
import { hostOf } from "../../sync/pill-text.ts";
import { PlainScreen } from "../../timeline/screen/plain-screen.tsx";
import { adminStrings as strings } from "../strings.ts";

// Only administrators load it.
const AdminScreen = componentOnDemand(async () => (await import("./admin-screen.tsx")).AdminScreen);

/** Administration of the server, or the reason why it isn't shown. */
export function AdminGate() {
  useLanguage();
  const profile = useProfile().data;
  const state = useSyncStatus().data?.state;
  if (profile === undefined || state === undefined) return <main className="grow" />;
  if (profile.lacks.includes("administration")) {
    return (
      <PlainScreen title={strings.title}>
        <EmptyMessage title={strings.notAdministrator} body={strings.notAdministratorBody} />
      </PlainScreen>
    );
  }
  if (state !== "synced" && state !== "syncing" && state !== "paused") {
    return (
      <PlainScreen title={strings.title}>
        <div role="status">
          <EmptyMessage
            title={strings.away(hostOf(profile.serverUrl ?? ""))}
            body={strings.awayBody}
          />
        </div>
      </PlainScreen>
    );
  }
  return (
    <Suspense fallback={<main className="grow" />}>
      <AdminScreen />
    </Suspense>
  );
}
