import { useQuery, useQueryClient } from "@tanstack/react-query";
import { testEvent } from "@tidemark/core/model";
import type { WireDelivery } from "@tidemark/core/sync/protocol";
import { useEffect, useRef, useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { momentLabel } from "../../time/day-label.ts";
import { eventName, outcomeOf } from "./delivery-words.ts";
import { programStrings as strings } from "./strings.ts";

const keyOf = (webhook: string) => ["deliveries", webhook] as const;
/** Polling intervals in milliseconds: `soon` for tests and first attempts, `later` for retries. */
const lookAgainMs = { soon: 1_500, later: 15_000 };

/** Returns a function that reloads a webhook's deliveries. */
export function useReadDeliveries(webhook: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keyOf(webhook) });
}

/** Last deliveries of a webhook with their outcomes; failed ones can be sent again. */
export function Deliveries(props: { readonly webhook: string; readonly canAsk: boolean }) {
  useLanguage();
  const { webhook, canAsk } = props;
  const client = useClient();
  const readAgain = useReadDeliveries(webhook);
  const { say, fail } = useFeedback.getState();
  const list = useRef<HTMLUListElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(webhook),
    queryFn: ({ signal }) => client.webhooks.deliveries.query({ id: webhook }, { signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (canAsk ? nextLookMs(state.data) : false),
  });
  useSaidOutcome(data);
  const sendAgain = async (delivery: string): Promise<void> => {
    try {
      await client.webhooks.sendAgain.mutate({ id: webhook, delivery });
      // The button is about to be removed.
      if (list.current?.contains(document.activeElement) === true) list.current.focus();
      say(strings.sentAgain);
    } catch (failure) {
      fail(strings.notSentAgain(describeError(failure)));
    }
    await readAgain();
  };
  const problem = error !== null && (
    <div role="alert" className="setting-help">
      <p>{strings.failed(describeError(error))}</p>
      {canAsk && (
        <button type="button" className="button mt-2" onClick={() => void refetch()}>
          {strings.again}
        </button>
      )}
    </div>
  );
  if (data === undefined) return problem || <p className="setting-help">{strings.asking}</p>;
  return (
    <>
      {problem}
      {data.length === 0 && <p className="setting-help">{strings.noDeliveries}</p>}
      {data.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={strings.showDeliveries}
          className="deliveries outline-none"
        >
          {data.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              sendAgain={
                canAsk && delivery.state === "FAILED" && delivery.event !== testEvent
                  ? () => sendAgain(delivery.id)
                  : null
              }
            />
          ))}
        </ul>
      )}
    </>
  );
}

function DeliveryRow(props: {
  readonly delivery: WireDelivery;
  /**
   * Sends the delivery again and resolves after the list was reloaded; null if there is nothing to send
   * again.
   */
  readonly sendAgain: (() => Promise<void>) | null;
}) {
  useLanguage();
  const { delivery, sendAgain } = props;
  const { event, state, createdMs, attempts, error } = delivery;
  const [isSending, setIsSending] = useState(false);
  const send = async (): Promise<void> => {
    setIsSending(true);
    await sendAgain?.();
    setIsSending(false);
  };
  const said = [outcomeOf(delivery), attempts > 1 ? strings.attempts(attempts) : null];
  return (
    <li data-state={state}>
      <span>{strings.deliveryStates[state]}</span>
      <span>{eventName(event)}</span>
      <time dateTime={new Date(createdMs).toISOString()}>{momentLabel(createdMs)}</time>
      <span title={error ?? undefined}>{said.filter((each) => each !== null).join(" · ")}</span>
      {sendAgain !== null && (
        <button
          type="button"
          className="button"
          aria-busy={isSending}
          onClick={() => {
            if (!isSending) void send();
          }}
        >
          {strings.sendAgain}
        </button>
      )}
    </li>
  );
}

/** Returns the polling interval while a delivery is pending; false if none is. */
function nextLookMs(deliveries: readonly WireDelivery[] | undefined): number | false {
  const waiting = deliveries?.filter(({ state }) => state === "PENDING") ?? [];
  if (waiting.length === 0) return false;
  const isNear = waiting.some(({ event, attempts }) => event === testEvent || attempts === 0);
  return isNear ? lookAgainMs.soon : lookAgainMs.later;
}

/** Announces the outcome of test deliveries that were seen pending. */
function useSaidOutcome(deliveries: readonly WireDelivery[] | undefined): void {
  const waiting = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    for (const delivery of deliveries ?? []) {
      if (delivery.state === "PENDING" || !waiting.current.has(delivery.id)) continue;
      const words = [strings.deliveryStates[delivery.state], outcomeOf(delivery)];
      useFeedback.getState().announce(words.filter((each) => each !== null).join(" · "));
    }
    const tests = (deliveries ?? []).filter(
      ({ event, state }) => event === testEvent && state === "PENDING",
    );
    waiting.current = new Set(tests.map(({ id }) => id));
  }, [deliveries]);
}
