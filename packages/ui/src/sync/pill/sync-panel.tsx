import { Popover } from "@base-ui/react/popover";
import type { SyncStatus } from "@tidemark/core/router";
import type { ReactNode } from "react";
import { browserStrings } from "../../browser/strings.ts";
import { setUi, type SyncDetailsPart } from "../../state/ui-state.ts";
import { momentLabel } from "../../time/day-label.ts";
import { FollowSwitch } from "./follow-switch.tsx";
import { hostOf } from "../pill-text.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { SignInForm } from "../connect/sign-in-form.tsx";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { useSyncActions } from "../sync-actions.ts";
import { problemInWords } from "../wordings.ts";

interface SyncPanelProps {
  readonly status: SyncStatus;
  readonly words: string;
  close(): void;
}

/** Sync state, last error and actions. */
export function SyncPanel({ status, words, close }: SyncPanelProps) {
  useLanguage();
  const actions = useSyncActions();
  const isBrowser = useLacks("servers");
  const isInMemory = useLacks("copy");
  const { serverUrl, state } = status;
  const showDetails = (syncDetails: SyncDetailsPart): void => {
    close();
    setUi({ syncDetails, isDrawerOpen: false });
  };
  return (
    <>
      <Popover.Title className="font-semibold">{words}</Popover.Title>
      <Popover.Description className="mt-1 text-small text-text-2">
        {explanation(status, isInMemory)}
      </Popover.Description>
      {status.error !== null && (
        <p className="mt-2 rounded-control bg-danger-soft px-2 py-1.5 text-small text-danger">
          {problemInWords(status.error)}
        </p>
      )}
      <SyncFacts status={status} showDetails={showDetails} />
      {state === "sign-in" && <SignInForm />}
      <p className="mt-2 flex flex-wrap gap-x-4 text-small">
        {!isInMemory && (
          <PanelLink
            show={() => {
              close();
              setUi({ isSafetyOpen: true, isDrawerOpen: false });
            }}
          >
            {syncStrings.safety}
          </PanelLink>
        )}
        <PanelLink show={() => showDetails("log")}>{syncStrings.openLog}</PanelLink>
        {serverUrl !== null && (
          <>
            <PanelLink show={() => showDetails("devices")}>{syncStrings.devices}</PanelLink>
            {!isInMemory && (
              <PanelLink show={() => showDetails("storage")}>{syncStrings.storage}</PanelLink>
            )}
          </>
        )}
      </p>
      {serverUrl !== null && !isInMemory && <FollowSwitch />}
      <div className="mt-3 flex flex-wrap gap-2">
        {serverUrl === null ? (
          <button
            type="button"
            className="button button-primary"
            onClick={() => {
              close();
              setUi({ isConnectOpen: true, isDrawerOpen: false });
            }}
          >
            {syncStrings.connectServer}
          </button>
        ) : (
          <>
            <button
              type="button"
              className="button"
              disabled={state === "syncing" || state === "paused" || state === "sign-in"}
              onClick={() => actions.now()}
            >
              {syncStrings.now}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => actions.setPaused(state !== "paused")}
            >
              {state === "paused" ? syncStrings.resume : syncStrings.pause}
            </button>
            <button
              type="button"
              className="button ms-auto"
              onClick={() => {
                close();
                actions.disconnect(status);
              }}
            >
              {isBrowser ? syncStrings.signOutDevice : syncStrings.disconnectAsk}
            </button>
          </>
        )}
      </div>
    </>
  );
}

/** Server, unsent and rejected changes, and the last sync. */
function SyncFacts({
  status,
  showDetails,
}: {
  readonly status: SyncStatus;
  showDetails(part: SyncDetailsPart): void;
}) {
  useLanguage();
  const isBrowser = useLacks("servers");
  const isInMemory = useLacks("copy");
  const { serverUrl } = status;
  return (
    <ul className="mt-2 flex flex-col gap-0.5 text-small text-text-2">
      {serverUrl !== null && <li>{syncStrings.server(hostOf(serverUrl))}</li>}
      {serverUrl !== null && status.waiting > 0 && (
        <li className="flex flex-wrap items-center gap-x-2">
          {waitingWords(status.waiting, { isBrowser, isInMemory })}
          <PanelLink show={() => showDetails("waiting")}>{syncStrings.viewWaiting}</PanelLink>
        </li>
      )}
      {isInMemory && <li>{browserStrings.inMemory}</li>}
      {status.rejected > 0 && (
        <li className="flex flex-wrap items-center gap-x-2 text-warn">
          {syncStrings.rejected(status.rejected)}
          <PanelLink show={() => showDetails("refused")}>{syncStrings.viewRejected}</PanelLink>
        </li>
      )}
      {status.lastSyncedMs !== null && (
        <li>{syncStrings.lastSynced(momentLabel(status.lastSyncedMs))}</li>
      )}
    </ul>
  );
}

/** Returns how many changes wait, and where they are if the browser may lose them. */
function waitingWords(
  count: number,
  { isBrowser, isInMemory }: { readonly isBrowser: boolean; readonly isInMemory: boolean },
): string {
  if (isInMemory) return browserStrings.onlyInTab(count);
  return isBrowser ? browserStrings.onlyHere(count) : syncStrings.waiting(count);
}

/**
 * Returns the explanation of the state; never claims that pending or rejected changes are on the server, or
 * that a tab's changes are safe.
 */
function explanation({ state, waiting, rejected }: SyncStatus, isInMemory: boolean): string {
  if (isInMemory && (state === "offline" || state === "error")) {
    return browserStrings.inMemoryOffline;
  }
  if (state === "synced" && waiting > 0) return syncStrings.syncedButWaiting;
  if (state === "synced" && rejected > 0) return syncStrings.syncedButRefused;
  return syncStrings.explain[state];
}

function PanelLink({ show, children }: { show(): void; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      className="min-h-6 rounded-control font-medium text-accent underline hover:text-accent-hover"
      onClick={show}
    >
      {children}
    </button>
  );
}
