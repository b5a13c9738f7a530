import { useQueryClient } from "@tanstack/react-query";
import { pairingCodeInGroups } from "@tidemark/core/names";
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { queryKeys, useProfile, useSyncStatus } from "../../data/queries.ts";
import { copyText } from "../../feedback/copy-text.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { componentOnDemand } from "../../lazy/lazy-component.ts";
import { hostOf } from "../../sync/pill-text.ts";
import { clock } from "../../time/clock.ts";
import { pairingStrings as strings } from "./strings.ts";
import {
  type OpenPairing,
  type PairingOutcome,
  showPairing,
  usePairingState,
  useShownPairing,
} from "./use-pairing.ts";

const QrCode = componentOnDemand(async () => (await import("../../share/qr-code.tsx")).QrCode);

/** Creates a single-use code to connect another of the user's devices. */
export function AddDevice() {
  useLanguage();
  const client = useClient();
  const profile = useProfile().data;
  const serverUrl = profile?.serverUrl ?? null;
  const state = useSyncStatus().data?.state;
  const isReachable = state === "synced" || state === "syncing";
  const shown = useShownPairing(profile);
  const [isAsking, setIsAsking] = useState(false);
  const [newId, setNewId] = useState<string | null>(null);
  /** True if the code had the focus when it expired. */
  const [hadFocus, setHadFocus] = useState(false);
  const block = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();

  const begin = async (): Promise<void> => {
    if (profile === undefined) return;
    const { user } = profile;
    setIsAsking(true);
    try {
      const offered = await client.pairing.begin.mutate();
      setNewId(offered.id);
      const untilMs = Date.now() + offered.lastsMs;
      showPairing({ account: { user, serverUrl }, outcome: null, offered, untilMs });
    } catch (error) {
      useFeedback.getState().fail(strings.notMade(describeError(error)));
    }
    setIsAsking(false);
  };
  const close = (): void => {
    // The shown code or outcome and its buttons are about to be removed.
    block.current?.focus();
    showPairing(null);
  };

  if (serverUrl === null) return null;
  return (
    <div ref={block} tabIndex={-1} className="setting-block outline-none">
      <h3>{strings.title}</h3>
      <p className="setting-help">{strings.help(hostOf(serverUrl))}</p>
      {shown !== null && shown.outcome !== null ? (
        <ShownOutcome outcome={shown.outcome} takesFocus={hadFocus} close={close} />
      ) : shown !== null ? (
        <ShownCode
          key={shown.offered.id}
          shown={shown}
          isNew={newId === shown.offered.id}
          end={(outcome, isFocused) => {
            if (outcome.state === "used") {
              void queries.invalidateQueries({ queryKey: queryKeys.devices });
            }
            setHadFocus(isFocused);
            showPairing({ account: shown.account, outcome });
          }}
          close={close}
        />
      ) : (
        <>
          <button
            type="button"
            className="button mt-2"
            disabled={!isReachable}
            aria-busy={isAsking}
            onClick={() => {
              if (!isAsking) void begin();
            }}
          >
            {isAsking ? strings.asking : strings.begin}
          </button>
          {state !== undefined && !isReachable && (
            <p role="status" className="setting-help mt-2">
              {strings.away}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function ShownCode(props: {
  readonly shown: OpenPairing;
  /** True if the code was just created in this section, not before it was mounted. */
  readonly isNew: boolean;
  /** Called when the code is no longer valid; `isFocused` is true if the focus was in this section. */
  end(outcome: PairingOutcome, isFocused: boolean): void;
  close(): void;
}) {
  useLanguage();
  const { shown, isNew, end, close } = props;
  const section = useRef<HTMLElement>(null);
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNew) copy.current?.focus();
  }, [isNew]);
  const client = useClient();
  const { outcome, leftMs } = usePairingState(shown);
  const { say, fail } = useFeedback.getState();
  const { id, serverUrl } = shown.offered;
  const code = pairingCodeInGroups(shown.offered.code);
  const link = pairingLink(serverUrl, code);
  // A layout effect, to never paint an invalid code.
  useLayoutEffect(() => {
    if (outcome === null) return;
    end(outcome, section.current?.contains(document.activeElement) === true);
    // Depends on the outcome alone, which belongs to this code.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [outcome]);

  const cancel = async (): Promise<void> => {
    try {
      await client.pairing.cancel.mutate({ id });
      close();
      say(strings.cancelled);
    } catch (error) {
      fail(strings.notCancelled(describeError(error)));
    }
  };

  return (
    <section ref={section} className="told-once" aria-label={strings.shown}>
      <p>{strings.scan}</p>
      <Suspense fallback={<div className="share-code" />}>
        <QrCode text={signInLink(serverUrl, code)} label={strings.qrCode} />
      </Suspense>
      {isLocal(serverUrl) && <p role="note">{strings.local}</p>}
      <p>{strings.open}</p>
      <code dir="ltr">{link}</code>
      <div>
        <button
          type="button"
          className="button button-primary"
          ref={copy}
          onClick={() => void copyText(link)}
        >
          {strings.copyLink}
        </button>
      </div>
      <p>{strings.type}</p>
      <dl>
        <dt>{strings.address}</dt>
        <dd dir="ltr">{serverUrl}</dd>
        <dt>{strings.code}</dt>
        <dd dir="ltr" data-code>
          {code}
        </dd>
      </dl>
      <p>{strings.care}</p>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="button" onClick={() => void cancel()}>
          {strings.cancel}
        </button>
        <span role="timer">{strings.lasts(clock(leftMs / 1000))}</span>
      </div>
    </section>
  );
}

function ShownOutcome(props: {
  readonly outcome: PairingOutcome;
  readonly takesFocus: boolean;
  close(): void;
}) {
  useLanguage();
  const { outcome, takesFocus, close } = props;
  const done = useRef<HTMLButtonElement>(null);
  const words = outcome.state === "used" ? strings.added(outcome.device) : strings.gone;
  useEffect(() => {
    if (takesFocus) done.current?.focus();
  }, [takesFocus]);
  useEffect(() => useFeedback.getState().announce(words), [words]);
  return (
    <section className="told-once" aria-label={strings.shown}>
      <p className="font-medium">{words}</p>
      <div>
        <button type="button" className="button" ref={done} onClick={close}>
          {strings.done}
        </button>
      </div>
    </section>
  );
}

/**
 * Returns the link that opens the app's connect dialog on another device. The code is also typed there in
 * this form.
 */
function pairingLink(serverUrl: string, code: string): string {
  return `tidemark://connect?${new URLSearchParams({ url: serverUrl, code })}`;
}

/** Returns the address at which a browser signs in with the code. Fragments aren't sent to servers. */
function signInLink(serverUrl: string, code: string): string {
  return `${serverUrl.replace(/\/+$/, "")}/connect#${new URLSearchParams({ code })}`;
}

/** True for an address that only this computer reaches. */
function isLocal(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return /^(?:localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
