import type { WantedWebhook } from "@tidemark/core/sync/protocol";
import { useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { programStrings as strings } from "./strings.ts";
import { emptyWebhook, eventsMeant, WebhookFields } from "./webhook-fields.tsx";

/** Form that adds a webhook. */
export function NewWebhook(props: {
  readonly isDisabled: boolean;
  /** Resolves to false if none was added; the input is then kept. */
  add(wanted: WantedWebhook): Promise<boolean>;
}) {
  useLanguage();
  const { isDisabled, add } = props;
  const [draft, setDraft] = useState(emptyWebhook);
  const [isAdding, setIsAdding] = useState(false);
  const { url, name, events } = draft;
  const submit = async (): Promise<void> => {
    setIsAdding(true);
    const wanted = { url: url.trim(), name: name.trim(), events: eventsMeant(events) };
    const isAdded = await add(wanted);
    setIsAdding(false);
    if (isAdded) setDraft(emptyWebhook);
  };
  return (
    <form
      className="new-there"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAdding && url.trim() !== "" && events.length > 0) void submit();
      }}
    >
      <WebhookFields draft={draft} isDisabled={isDisabled} set={setDraft} />
      <button
        type="submit"
        className="button"
        disabled={isDisabled || events.length === 0}
        aria-busy={isAdding}
      >
        {isAdding ? strings.asking : strings.addWebhook}
      </button>
    </form>
  );
}
