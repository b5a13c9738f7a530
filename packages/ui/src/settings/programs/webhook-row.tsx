import { useQuery } from "@tanstack/react-query";
import { webhookEvents } from "@tidemark/core/model";
import type { WireWebhook } from "@tidemark/core/sync/protocol";
import { useId, useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { copyText } from "../../feedback/copy-text.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { SureButton } from "../../sync/details/sure-button.tsx";
import { momentLabel } from "../../time/day-label.ts";
import { programStrings as strings } from "./strings.ts";

/** What it is called, or where it leads. */
export function nameOf({ name, url }: WireWebhook): string {
  if (name !== "") return name;
  return URL.canParse(url) ? new URL(url).host : url;
}

/** What one event is called; those of a later server by their own names. */
function eventName(event: string): string {
  const known = webhookEvents.find((each) => each === event);
  return known === undefined ? event : strings.events[known];
}

interface WebhookRowProps {
  readonly webhook: WireWebhook;
  /** false: the server cannot be asked now. */
  readonly canAsk: boolean;
  remove(): void;
}

/** An address that is told of memos: what it is told, what it was told last, and its secret. */
export function WebhookRow({ webhook, canAsk, remove }: WebhookRowProps) {
  useLanguage();
  const client = useClient();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { say, fail } = useFeedback.getState();
  const copySecret = async (): Promise<void> => {
    try {
      const secret = await client.webhooks.secret.mutate({ id: webhook.id });
      if (secret === "") say(strings.noSecret);
      else await copyText(secret);
    } catch (error) {
      fail(strings.secretFailed(describeError(error)));
    }
  };
  const events = webhook.events.length === 0 ? [strings.everything] : webhook.events.map(eventName);
  return (
    <li>
      <div className="min-w-0 grow basis-64">
        <p className="truncate font-medium">{nameOf(webhook)}</p>
        <p className="truncate text-meta text-text-3" dir="ltr" title={webhook.url}>
          {webhook.url}
        </p>
        <p className="text-meta text-text-3">{events.join(" · ")}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {strings.showDeliveries}
        </button>
        {canAsk && (
          <>
            <button type="button" className="button" onClick={() => void copySecret()}>
              {strings.copySecret}
            </button>
            <SureButton label={strings.remove} sure={strings.removeSure} act={remove} />
          </>
        )}
      </div>
      <div id={id} className="w-full" hidden={!isOpen}>
        {isOpen && <Deliveries webhook={webhook.id} />}
      </div>
    </li>
  );
}

function Deliveries({ webhook }: { readonly webhook: string }) {
  useLanguage();
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["deliveries", webhook],
    queryFn: ({ signal }) => client.webhooks.deliveries.query({ id: webhook }, { signal }),
    staleTime: 0,
    retry: false,
  });
  if (error !== null) return <p className="setting-help">{strings.failed(describeError(error))}</p>;
  if (data === undefined) return <p className="setting-help">{strings.asking}</p>;
  if (data.length === 0) return <p className="setting-help">{strings.noDeliveries}</p>;
  return (
    <ul aria-label={strings.showDeliveries} className="deliveries">
      {data.map(({ id, event, state, createdMs, attempts, status, error: problem }) => (
        <li key={id} data-state={state}>
          <span>{strings.deliveryStates[state]}</span>
          <span>{eventName(event)}</span>
          <time dateTime={new Date(createdMs).toISOString()}>{momentLabel(createdMs)}</time>
          <span>
            {[status ?? problem, attempts > 1 ? strings.attempts(attempts) : null]
              .filter((each) => each !== null)
              .join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
