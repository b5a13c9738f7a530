import type { Verification } from "@tidemark/core/router";
import { Dialog } from "@base-ui/react/dialog";
import {
  Archive,
  CloudCheck,
  HardDrive,
  Laptop,
  type LucideIcon,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { openSettingsAt } from "../address/settings-address.ts";
import { useCounts, useProfile } from "../data/queries.ts";
import { useDevices } from "../data/asked/sync-queries.ts";
import { useLacks } from "../shell/use-lacks.ts";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { useLanguage } from "../language/language.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { hostOf } from "../sync/pill-text.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { agoInside } from "../time/ago.ts";
import { useMinute } from "../time/use-minute.ts";
import { BackUpButton, useLastBackup } from "./last-backup.tsx";
import { safetyStrings } from "./strings.ts";
import { type NotVerified, useVerification, type VerificationState } from "./use-verification.ts";

/** Safety dialog: compares this device with the server, and lists devices and backups. */
export function SafetySheet() {
  useLanguage();
  const isOpen = useUi((state) => state.isSafetyOpen);
  const close = (): void => setUi({ isSafetyOpen: false });
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isWanted) => !isWanted && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="popover fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto p-6 outline-none max-rail:p-4">
          <DialogHead title={safetyStrings.title} close={safetyStrings.close} />
          {isOpen && <Sheet close={close} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Sheet({ close }: { close(): void }) {
  useLanguage();
  const serverUrl = useProfile().data?.serverUrl ?? null;
  const hasBackups = !useLacks("backups");
  return (
    <ul className="mt-3 flex flex-col">
      {serverUrl === null ? <OnlyHere /> : <OnServer host={hostOf(serverUrl)} />}
      {serverUrl !== null && <SignedIn />}
      {hasBackups && <InBackups close={close} />}
    </ul>
  );
}

function OnlyHere() {
  useLanguage();
  const counts = useCounts().data;
  if (counts === undefined) return null;
  return (
    <Place
      icon={HardDrive}
      title={safetyStrings.memosHere(counts.normal + counts.archived)}
      help={safetyStrings.noServer}
    />
  );
}

function OnServer({ host }: { readonly host: string }) {
  useLanguage();
  const counts = useCounts().data;
  const verification = useVerification();
  const { last, isAtWork, problem, verify } = verification;
  const now = useMinute();
  if (counts === undefined) return null;
  const memos = counts.normal + counts.archived;
  const { known, isAlike, isAllThere, hasProblem } = inShort(last ?? null, now);
  return (
    <Place
      icon={hasProblem ? TriangleAlert : CloudCheck}
      title={isAllThere ? safetyStrings.memosBoth(memos, host) : safetyStrings.memosHere(memos)}
      help={isAtWork ? safetyStrings.verifying : problem === null ? known : inWords(problem)}
      more={safetyStrings.verifyHelp}
      below={isAlike ? null : <Unlike {...verification} />}
    >
      <button type="button" className="button" disabled={isAtWork} onClick={verify}>
        {safetyStrings.verify}
      </button>
    </Place>
  );
}

/** Returns the result of a comparison in words, and what follows from it. */
function inShort(last: Verification | null, now: number) {
  if (last === null) {
    const known = safetyStrings.notVerified;
    return { known, isAlike: false, isAllThere: false, hasProblem: false };
  }
  const { differing, unsent, atMs } = last;
  if (differing > 0) {
    const known = safetyStrings.differing(differing);
    return { known, isAlike: false, isAllThere: false, hasProblem: true };
  }
  const verified = safetyStrings.verified(agoInside(atMs, now));
  const known = unsent === 0 ? verified : `${verified} ${safetyStrings.unsent(unsent)}`;
  return { known, isAlike: true, isAllThere: unsent === 0, hasProblem: unsent > 0 };
}

/** Returns why the comparison isn't possible, in words. */
function inWords(problem: NotVerified): string {
  switch (problem.why) {
    case "too-old":
      return safetyStrings.cannotVerify;
    case "not-now":
      return safetyStrings.notNow;
    case "busy":
      return safetyStrings.busy;
    case "waits":
      return safetyStrings.busyWaits(Math.ceil(problem.delayMs / 60_000));
  }
}

/** Differing memos, and a button to repair them. */
function Unlike({ last, isAtWork, repair }: VerificationState) {
  useLanguage();
  if (last === null || last === undefined || last.differing === 0) return null;
  return (
    <div className="mt-2 text-small">
      <ul className="max-h-40 overflow-y-auto">
        {last.named.map((memo) => (
          <li key={memo.id} className="flex gap-2 py-0.5">
            <span className="min-w-0 grow truncate">
              <MemoWords memo={memo}>{memo.snippet ?? safetyStrings.untitled}</MemoWords>
            </span>
            <span className="flex-none text-text-3">{safetyStrings.at[memo.at]}</span>
          </li>
        ))}
      </ul>
      <button type="button" className="button mt-2" disabled={isAtWork} onClick={repair}>
        {safetyStrings.repair}
      </button>
    </div>
  );
}

function SignedIn() {
  useLanguage();
  const devices = useDevices().data;
  if (devices === undefined) return null;
  return (
    <Place
      icon={Laptop}
      title={safetyStrings.devices(devices.length)}
      help={safetyStrings.devicesHelp}
    />
  );
}

function InBackups({ close }: { close(): void }) {
  useLanguage();
  const { title, problem } = useLastBackup();
  return (
    <Place
      icon={problem === null ? Archive : TriangleAlert}
      title={title}
      help={problem ?? safetyStrings.whatItHas}
      below={
        <button
          type="button"
          className="mt-1 min-h-6 rounded-control text-start text-small font-medium text-accent underline hover:text-accent-hover"
          onClick={() => {
            close();
            openSettingsAt("backups");
          }}
        >
          {safetyStrings.backupSettings}
        </button>
      }
    >
      <BackUpButton />
    </Place>
  );
}

interface PlaceProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly help: string;
  readonly more?: string;
  readonly below?: ReactNode;
  readonly children?: ReactNode;
}

/** Row for one place that stores data: its state and actions. */
function Place({ icon: Icon, title, help, more, below, children }: PlaceProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-t border-border py-4 first:border-t-0 last:pb-0">
      <Icon size={20} strokeWidth={1.75} className="mt-0.5 flex-none text-text-3" aria-hidden />
      <div className="min-w-0">
        <p className="font-medium tabular-nums">{title}</p>
        <p className="text-small text-pretty text-text-2" aria-live="polite">
          {help}
        </p>
        {more !== undefined && <p className="text-small text-pretty text-text-3">{more}</p>}
        {below}
      </div>
      {children !== undefined && (
        <div className="max-rail:col-start-2 max-rail:mt-2 max-rail:justify-self-start">
          {children}
        </div>
      )}
    </li>
  );
}
