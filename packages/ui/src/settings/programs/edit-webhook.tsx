import { webhookEvents as kinds } from "@tidemark/core/model";
import type { WebhookChanges, WireWebhook } from "@tidemark/core/sync/protocol";
import { useEffect, useRef, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { programStrings as strings } from "./strings.ts";
import { eventsMeant, type WebhookDraft, WebhookFields } from "./webhook-fields.tsx";

/** Form that edits a webhook. Unchanged fields aren't sent to the server. */
export function EditWebhook(props: {
  readonly webhook: WireWebhook;
  readonly isDisabled: boolean;
  /** Resolves to false if nothing was changed; the input is then kept. */
  change(changes: WebhookChanges): Promise<boolean>;
  done(): void;
}) {
  useLanguage();
  const { webhook, isDisabled, change, done } = props;
  const [before] = useState(() => draftOf(webhook));
  const [draft, setDraft] = useState(before);
  const [renewsSecret, setRenewsSecret] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const changes = changesOf(before, draft, renewsSecret);
  const isUntold = changes.events !== undefined && draft.events.length === 0;
  const submit = async (): Promise<void> => {
    setIsSaving(true);
    const isSaved = Object.keys(changes).length === 0 || (await change(changes));
    // A form closed meanwhile must not move the focus or close a form opened since.
    if (!isOpen.current) return;
    setIsSaving(false);
    if (isSaved) done();
  };
  return (
    <form
      ref={form}
      className="new-there"
      aria-label={strings.editWebhook}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && draft.url.trim() !== "" && !isUntold) void submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Escape would also close the settings.
        event.stopPropagation();
        done();
      }}
    >
      <WebhookFields draft={draft} isDisabled={isDisabled} set={setDraft} />
      <fieldset disabled={isDisabled}>
        <label>
          <input
            type="checkbox"
            checked={renewsSecret}
            onChange={(event) => setRenewsSecret(event.target.checked)}
          />
          {strings.renewSecret}
        </label>
        <p className="setting-help w-full">{strings.renewSecretHelp}</p>
      </fieldset>
      <div className="ms-auto flex gap-2">
        <button type="button" className="button" onClick={done}>
          {strings.cancel}
        </button>
        <button
          type="submit"
          className="button button-primary"
          disabled={isDisabled || isUntold}
          aria-busy={isSaving}
        >
          {isSaving ? strings.asking : strings.save}
        </button>
      </div>
    </form>
  );
}

function draftOf({ url, name, events }: WireWebhook): WebhookDraft {
  const isAll = events.length === 0;
  return { url, name, events: kinds.filter((kind) => isAll || events.includes(kind)) };
}

function changesOf(
  before: WebhookDraft,
  draft: WebhookDraft,
  renewsSecret: boolean,
): WebhookChanges {
  const [url, name] = [draft.url.trim(), draft.name.trim()];
  return {
    ...(url !== before.url && { url }),
    ...(name !== before.name && { name }),
    // Event kinds of a newer server are kept unless the user changes the selection.
    ...(draft.events.join() !== before.events.join() && { events: eventsMeant(draft.events) }),
    ...(renewsSecret && { renewsSecret }),
  };
}
