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
import { useEffect, useRef, useState } from "react";
import { type HostState, useHostState } from "../../data/host-connection.ts";
import { useSyncStatus } from "../../data/queries.ts";
import { hostText, pillText } from "../pill-text.ts";
import { useLanguage } from "../../language/language.ts";
import { pillStrings } from "../pill-strings.ts";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { OpenedOnce } from "../../lazy/opened-once.tsx";

const SyncPopover = lazyComponent(async () => (await import("./sync-popover.tsx")).SyncPopover);

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

/** Sync state at the bottom of the sidebar; opens the sync popover. */
export function SyncPill({ isRail }: { readonly isRail: boolean }) {
  useLanguage();
  const status = useSyncStatus().data;
  const host = useHostState();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const hostWords = hostText(host);
  const nowMs = useSeconds(status?.state === "error" && status.retryAtMs !== null);
  if (status === undefined && hostWords === null) return null;
  const words = hostWords ?? (status === undefined ? "" : pillText(status, nowMs));
  const { icon: Icon, colour } = faceOf(host, status);
  return (
    <>
      <button
        ref={button}
        type="button"
        data-sync-pill
        aria-label={pillStrings.pill(words)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={isRail ? words : undefined}
        className={
          isRail
            ? "icon-button"
            : "flex min-h-[30px] min-w-0 grow items-center gap-2.5 rounded-control ps-2.5 text-start text-small text-text-2 outline-offset-[-2px] hover:bg-hover hover:text-text pointer-coarse:min-h-11"
        }
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden className={`flex-none ${colour}`} />
        {!isRail && <span className="line-clamp-2 leading-4">{words}</span>}
      </button>
      <OpenedOnce isOpen={isOpen}>
        <SyncPopover
          isOpen={isOpen}
          show={setIsOpen}
          anchor={button}
          host={host}
          status={status}
          words={words}
        />
      </OpenedOnce>
    </>
  );
}

function faceOf(host: HostState, status: SyncStatus | undefined): Face {
  if (host !== "up") return hostFaces[host];
  if (status === undefined) return faces.local;
  return status.state === "synced" && status.rejected > 0 ? refusedFace : faces[status.state];
}

/** Returns the current time, updated each second during a countdown. */
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
