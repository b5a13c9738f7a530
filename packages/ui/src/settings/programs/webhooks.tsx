import type { WantedWebhook, WebhookChanges, WireWebhook } from "@tidemark/core/sync/protocol";
import { useRef } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { KeptList } from "./kept-list.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { programStrings as strings } from "./strings.ts";
import { useKeptThere } from "./use-kept-there.ts";
import { nameOf, WebhookRow } from "./webhook-row.tsx";

/** Webhooks: URLs that the server notifies of changes to the user's memos. */
export function Webhooks() {
  useLanguage();
  const client = useClient();
  const kept = useKeptThere("webhooks", (signal) =>
    client.webhooks.list.query(undefined, { signal }),
  );
  const { say, fail } = useFeedback.getState();
  const block = useRef<HTMLDivElement>(null);

  const add = async (wanted: WantedWebhook): Promise<boolean> => {
    try {
      await client.webhooks.create.mutate(wanted);
      await kept.readAgain();
      say(strings.webhookAdded);
      return true;
    } catch (error) {
      fail(strings.webhookNotAdded(describeError(error)));
      return false;
    }
  };
  const change = async (webhook: WireWebhook, changes: WebhookChanges): Promise<boolean> => {
    try {
      await client.webhooks.update.mutate({ id: webhook.id, changes });
      await kept.readAgain();
      say(changes.renewsSecret === true ? strings.secretRenewed : strings.webhookChanged);
      return true;
    } catch (error) {
      fail(strings.webhookNotChanged(describeError(error)));
      return false;
    }
  };
  const remove = async (webhook: WireWebhook): Promise<void> => {
    try {
      await client.webhooks.remove.mutate({ id: webhook.id });
      // The row and its button are about to be removed.
      block.current?.focus();
      await kept.readAgain();
      say(strings.removed(nameOf(webhook)));
    } catch (error) {
      fail(strings.notRemoved(describeError(error)));
    }
  };

  return (
    <div ref={block} tabIndex={-1} className="setting-block outline-none">
      <h3>{strings.webhooks}</h3>
      <p className="setting-help">{strings.webhooksHelp}</p>
      <KeptList kept={kept} name={strings.webhooks} none={strings.noWebhooks}>
        {(webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            canAsk={kept.isReachable}
            change={(changes) => change(webhook, changes)}
            remove={() => void remove(webhook)}
          />
        )}
      </KeptList>
      {!kept.isOldServer && <NewWebhook isDisabled={!kept.canAdd} add={add} />}
    </div>
  );
}
