import { Popover } from "@base-ui/react/popover";
import type { SyncStatus } from "@tidemark/core/router";
import { setUi } from "../app/ui-state.ts";
import { momentLabel } from "../timeline/day-label.ts";
import { hostOf } from "./pill-text.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { syncStrings } from "./strings.ts";
import { useSyncActions } from "./sync-actions.ts";

interface SyncPanelProps {
  readonly status: SyncStatus;
  readonly words: string;
  close(): void;
}

/** What the sync does, the last error in words, and what one can do. */
export function SyncPanel({ status, words, close }: SyncPanelProps) {
  const actions = useSyncActions();
  const { serverUrl, state } = status;
  return (
    <>
      <Popover.Title className="font-semibold">{words}</Popover.Title>
      <Popover.Description className="mt-1 text-small text-text-2">
        {syncStrings.explain[state]}
      </Popover.Description>
      {status.error !== null && (
        <p className="mt-2 rounded-control bg-danger-soft px-2 py-1.5 text-small text-danger">
          {status.error}
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-0.5 text-small text-text-2">
        {serverUrl !== null && <li>{syncStrings.server(hostOf(serverUrl))}</li>}
        {serverUrl !== null && status.waiting > 0 && <li>{syncStrings.waiting(status.waiting)}</li>}
        {status.rejected > 0 && (
          <li className="text-warn">{syncStrings.rejected(status.rejected)}</li>
        )}
        {status.lastSyncedMs !== null && (
          <li>{syncStrings.lastSynced(momentLabel(status.lastSyncedMs))}</li>
        )}
      </ul>
      {state === "sign-in" && <SignInForm />}
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
                actions.disconnect();
              }}
            >
              {syncStrings.disconnect}
            </button>
          </>
        )}
      </div>
    </>
  );
}
