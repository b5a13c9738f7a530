import { useQuery, useQueryClient } from "@tanstack/react-query";
import { testEvent } from "@tidemark/core/model";
import type { WireDelivery } from "@tidemark/core/sync/protocol";
import { useEffect, useRef } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { momentLabel } from "../../time/day-label.ts";
import { eventName, outcomeOf } from "./delivery-words.ts";
import { programStrings as strings } from "./strings.ts";

const keyOf = (webhook: string) => ["deliveries", webhook] as const;
/** One that was just asked for is waited for; others are tried again after a while only. */
const lookAgainMs = { soon: 1_500, later: 15_000 };

/** Has the last deliveries of a webhook read again. */
export function useReadDeliveries(webhook: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keyOf(webhook) });
}

/** What a webhook was told last, and what became of it; what failed can be sent again. */
export function Deliveries(props: { readonly webhook: string; readonly canAsk: boolean }) {
  useLanguage();
  const { webhook, canAsk } = props;
  const client = useClient();
  const readAgain = useReadDeliveries(webhook);
  const { say, fail } = useFeedback.getState();
  const { data, error } = useQuery({
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
      say(strings.sentAgain);
    } catch (failure) {
      fail(strings.notSentAgain(describeError(failure)));
    }
    await readAgain();
  };
  if (error !== null) return <p className="setting-help">{strings.failed(describeError(error))}</p>;
  if (data === undefined) return <p className="setting-help">{strings.asking}</p>;
  if (data.length === 0) return <p className="setting-help">{strings.noDeliveries}</p>;
  return (
    <ul aria-label={strings.showDeliveries} className="deliveries">
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
  );
}

function DeliveryRow(props: {
  readonly delivery: WireDelivery;
  /** null: there is nothing to be sent again. */
  readonly sendAgain: (() => Promise<void>) | null;
}) {
  useLanguage();
  const { delivery, sendAgain } = props;
  const { event, state, createdMs, attempts, error } = delivery;
  const said = [outcomeOf(delivery), attempts > 1 ? strings.attempts(attempts) : null];
  return (
    <li data-state={state}>
      <span>{strings.deliveryStates[state]}</span>
      <span>{eventName(event)}</span>
      <time dateTime={new Date(createdMs).toISOString()}>{momentLabel(createdMs)}</time>
      <span title={error ?? undefined}>{said.filter((each) => each !== null).join(" · ")}</span>
      {sendAgain !== null && (
        <button type="button" className="button" onClick={() => void sendAgain()}>
          {strings.sendAgain}
        </button>
      )}
    </li>
  );
}

/** When to look again for what waits; false: nothing does. */
function nextLookMs(deliveries: readonly WireDelivery[] | undefined): number | false {
  const waiting = deliveries?.filter(({ state }) => state === "PENDING") ?? [];
  if (waiting.length === 0) return false;
  const isNear = waiting.some(({ event, attempts }) => event === testEvent || attempts === 0);
  return isNear ? lookAgainMs.soon : lookAgainMs.later;
}

/** Says aloud what became of a test that was seen waiting. */
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
