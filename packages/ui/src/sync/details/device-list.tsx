import { useQueryClient } from "@tanstack/react-query";
import { describeError, useClient } from "../../data/client.tsx";
import { queryKeys, useProfile } from "../../data/queries.ts";
import { useDevices } from "../../data/asked/sync-queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { momentLabel } from "../../time/day-label.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { useDeviceName } from "../use-device-name.ts";
import { NoServer } from "./no-server.tsx";
import { SureButton } from "../sure-button.tsx";

/** Devices signed in to the account, each with a button to sign it out. */
export function DeviceList() {
  useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const { data, isError, error } = useDevices();
  const { say, fail } = useFeedback.getState();
  const signOut = (id: string, name: string): void => {
    client.sync.revokeDevice.mutate({ id }).then(
      () => {
        say(syncStrings.signedOut(name));
        void queries.invalidateQueries({ queryKey: queryKeys.devices });
      },
      (problem: unknown) => fail(describeError(problem)),
    );
  };
  const profile = useProfile().data;
  // A new name is stored here before the server has it.
  const { named } = useDeviceName();
  if (profile?.serverUrl === null) return <NoServer />;
  if (isError) {
    return (
      <div className="px-4 py-10 text-center text-text-2">
        <p>{describeError(error)}</p>
        <p className="mt-1">{syncStrings.noDevices}</p>
      </div>
    );
  }
  return (
    <ul aria-label={syncStrings.deviceList} className="flex flex-col px-1">
      {data?.map(({ id, name, lastSeenMs, isCurrent }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-2 border-t border-border py-2.5 first:border-t-0"
        >
          <div className="min-w-0 grow">
            <p className="truncate font-medium">{isCurrent ? (named?.name ?? name) : name}</p>
            <p className="text-meta text-text-3">
              {isCurrent ? syncStrings.thisDevice : syncStrings.lastSeen(momentLabel(lastSeenMs))}
            </p>
          </div>
          {!isCurrent && (
            <SureButton
              label={syncStrings.signOutDevice}
              sure={syncStrings.signOutSure}
              act={() => signOut(id, name)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
