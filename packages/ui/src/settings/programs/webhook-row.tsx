import type { WebhookChanges, WireWebhook } from "@tidemark/core/sync/protocol";
import { useId, useRef, useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { copyText } from "../../feedback/copy-text.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { SureButton } from "../../sync/sure-button.tsx";
import { Deliveries, useReadDeliveries } from "./deliveries.tsx";
import { eventName } from "./delivery-words.ts";
import { EditWebhook } from "./edit-webhook.tsx";
import { programStrings as strings } from "./strings.ts";

/** Returns a webhook's name, or the host of its URL if it has none. */
export function nameOf({ name, url }: WireWebhook): string {
  if (name !== "") return name;
  return URL.canParse(url) ? new URL(url).host : url;
}

interface WebhookRowProps {
  readonly webhook: WireWebhook;
  /** False while the server is unreachable. */
  readonly canAsk: boolean;
  /** Resolves to false if nothing was changed. */
  change(changes: WebhookChanges): Promise<boolean>;
  remove(): void;
}

/** Row of a webhook: its events, last deliveries and secret. */
export function WebhookRow({ webhook, canAsk, change, remove }: WebhookRowProps) {
  useLanguage();
  const client = useClient();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isEdited, setIsEdited] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const readDeliveries = useReadDeliveries(webhook.id);
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
  const test = async (): Promise<void> => {
    setIsTesting(true);
    try {
      await client.webhooks.test.mutate({ id: webhook.id });
      setIsOpen(true);
      say(strings.testSent);
    } catch (error) {
      fail(strings.testNotSent(describeError(error)));
    }
    setIsTesting(false);
    await readDeliveries();
  };
  const endEditing = (): void => {
    setIsEdited(false);
    edit.current?.focus();
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
            <button
              type="button"
              className="button"
              aria-busy={isTesting}
              onClick={() => {
                if (!isTesting) void test();
              }}
            >
              {strings.sendTest}
            </button>
            <button
              ref={edit}
              type="button"
              className="button"
              aria-expanded={isEdited}
              aria-controls={`${id}-edit`}
              onClick={() => setIsEdited(!isEdited)}
            >
              {strings.edit}
            </button>
            <button type="button" className="button" onClick={() => void copySecret()}>
              {strings.copySecret}
            </button>
            <SureButton label={strings.remove} sure={strings.removeSure} act={remove} />
          </>
        )}
      </div>
      <div id={`${id}-edit`} className="w-full" hidden={!isEdited}>
        {isEdited && (
          <EditWebhook webhook={webhook} isDisabled={!canAsk} change={change} done={endEditing} />
        )}
      </div>
      <div id={id} className="w-full" hidden={!isOpen}>
        {isOpen && <Deliveries webhook={webhook.id} canAsk={canAsk} />}
      </div>
    </li>
  );
}
