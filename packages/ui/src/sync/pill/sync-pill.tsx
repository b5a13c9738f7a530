import { Popover } from "@base-ui/react/popover";
import type { SyncStatus } from "@tidemark/core/router";
import {
  CircleAlert,
  CloudAlert,
  CloudCheck,
  CloudOff,
  HardDrive,
  KeyRound,
  Pause,
  RefreshCw,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useState } from "react";
import { type HostState, useHostState } from "../../data/host-connection.ts";
import { useSyncStatus } from "../../data/queries.ts";
import { hostText, pillText } from "../pill-text.ts";
import { syncStrings } from "../strings.ts";
import { SyncPanel } from "./sync-panel.tsx";

interface Face {
  readonly icon: LucideIcon;
  readonly colour: string;
}

const faces: Readonly<Record<SyncStatus["state"], Face>> = {
  local: { icon: HardDrive, colour: "text-text-2" },
  synced: { icon: CloudCheck, colour: "text-ok" },
  syncing: { icon: RefreshCw, colour: "text-info" },
  offline: { icon: CloudOff, colour: "text-text-2" },
  paused: { icon: Pause, colour: "text-text-2" },
  "sign-in": { icon: KeyRound, colour: "text-warn" },
  error: { icon: CircleAlert, colour: "text-danger" },
  "server-too-old": { icon: CircleAlert, colour: "text-warn" },
  "app-too-old": { icon: CircleAlert, colour: "text-warn" },
};

const refusedFace: Face = { icon: CloudAlert, colour: "text-warn" };
const hostFaces: Readonly<Record<Exclude<HostState, "up">, Face>> = {
  restarting: { icon: RefreshCw, colour: "text-info" },
  away: { icon: CircleAlert, colour: "text-danger" },
  locked: { icon: KeyRound, colour: "text-warn" },
};

/** The state of the sync at the foot of the sidebar; opens what can be done about it. */
export function SyncPill({ isRail }: { readonly isRail: boolean }) {
  const status = useSyncStatus().data;
  const host = useHostState();
  const [isOpen, setIsOpen] = useState(false);
  const hostWords = hostText(host);
  const nowMs = useSeconds(status?.state === "error" && status.retryAtMs !== null);
  if (status === undefined && hostWords === null) return null;
  const words = hostWords ?? (status === undefined ? "" : pillText(status, nowMs));
  const { icon: Icon, colour } = faceOf(host, status);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        aria-label={syncStrings.pill(words)}
        title={isRail ? words : undefined}
        className={
          isRail
            ? "icon-button"
            : "flex h-8 min-w-0 grow items-center gap-2 rounded-full border border-border bg-surface px-3 text-start text-small hover:border-border-strong pointer-coarse:h-10"
        }
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden className={`flex-none ${colour}`} />
        {!isRail && <span className="truncate">{words}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-40">
          <Popover.Popup className="popover w-80 max-w-[calc(100vw-2rem)] p-4 outline-none">
            {host === "up" && status !== undefined ? (
              <SyncPanel status={status} words={words} close={() => setIsOpen(false)} />
            ) : (
              <HostPanel host={host} words={words} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function faceOf(host: HostState, status: SyncStatus | undefined): Face {
  if (host !== "up") return hostFaces[host];
  if (status === undefined) return faces.local;
  return status.state === "synced" && status.rejected > 0 ? refusedFace : faces[status.state];
}

/** While the host is away nothing can be done here, and nothing that it said last counts. */
function HostPanel({ host, words }: { readonly host: HostState; readonly words: string }) {
  return (
    <>
      <Popover.Title className="font-semibold">{words}</Popover.Title>
      <Popover.Description className="mt-1 text-small text-text-2">
        {host === "up" ? null : syncStrings.explainHost[host]}
      </Popover.Description>
    </>
  );
}

/** The time, each second while it is counted down. */
function useSeconds(isCounting: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isCounting) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return now;
}
