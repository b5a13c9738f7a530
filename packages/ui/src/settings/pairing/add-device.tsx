import { pairingCodeInGroups } from "@tidemark/core/names";
import { useEffect, useRef, useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { useProfile, useSyncStatus } from "../../data/queries.ts";
import { copyText } from "../../feedback/copy-text.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { hostOf } from "../../sync/pill-text.ts";
import { clock } from "../../time/clock.ts";
import { pairingLink } from "./pairing-link.ts";
import { pairingStrings as strings } from "./strings.ts";
import { showPairing, type ShownPairing, usePairingState, useShownPairing } from "./use-pairing.ts";

/** Lets another device of the user's in, by a code that is good once. */
export function AddDevice() {
  useLanguage();
  const client = useClient();
  const serverUrl = useProfile().data?.serverUrl ?? null;
  const state = useSyncStatus().data?.state;
  const isReachable = state === "synced" || state === "syncing";
  const shown = useShownPairing((store) => store.shown);
  const [isAsking, setIsAsking] = useState(false);
  const [newId, setNewId] = useState<string | null>(null);
  const block = useRef<HTMLDivElement>(null);

  const begin = async (): Promise<void> => {
    setIsAsking(true);
    try {
      const offered = await client.pairing.begin.mutate();
      setNewId(offered.id);
      const madeAt = serverUrl ?? offered.serverUrl;
      showPairing({ offered, untilMs: Date.now() + offered.lastsMs, madeAt });
    } catch (error) {
      useFeedback.getState().fail(strings.notMade(describeError(error)));
    }
    setIsAsking(false);
  };
  const close = (): void => {
    // What was shown goes, and its buttons with it.
    block.current?.focus();
    showPairing(null);
  };

  if (serverUrl === null) return null;
  return (
    <div ref={block} tabIndex={-1} className="setting-block outline-none">
      <h3>{strings.title}</h3>
      <p className="setting-help">{strings.help(hostOf(serverUrl))}</p>
      {shown !== null && shown.madeAt === serverUrl ? (
        <ShownCode
          key={shown.offered.id}
          shown={shown}
          isNew={newId === shown.offered.id}
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
  readonly shown: ShownPairing;
  /** It was just asked for here, and did not stand here when one came. */
  readonly isNew: boolean;
  close(): void;
}) {
  useLanguage();
  const { shown, isNew, close } = props;
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNew) copy.current?.focus();
  }, [isNew]);
  const client = useClient();
  const { state, leftMs } = usePairingState(shown);
  const { say, fail, announce } = useFeedback.getState();
  const { id, serverUrl } = shown.offered;
  const code = pairingCodeInGroups(shown.offered.code);
  const link = pairingLink(serverUrl, code);
  const outcome =
    state.state === "used"
      ? strings.added(state.device)
      : state.state === "gone"
        ? strings.gone
        : null;
  useEffect(() => {
    if (outcome !== null) announce(outcome);
  }, [outcome, announce]);

  const cancel = async (): Promise<void> => {
    try {
      await client.pairing.cancel.mutate({ id });
      close();
      say(strings.cancelled);
    } catch (error) {
      fail(strings.notCancelled(describeError(error)));
    }
  };

  if (outcome !== null) {
    return (
      <section className="told-once" aria-label={strings.shown}>
        <p className="font-medium">{outcome}</p>
        <div>
          <button type="button" className="button" onClick={close}>
            {strings.done}
          </button>
        </div>
      </section>
    );
  }
  return (
    <section className="told-once" aria-label={strings.shown}>
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
