import { type WebhookEvent, webhookEvents as kinds } from "@tidemark/core/model";
import { useId } from "react";
import { useLanguage } from "../../language/language.ts";
import { programStrings as strings } from "./strings.ts";

/** Input of a webhook's form. */
export interface WebhookDraft {
  readonly url: string;
  readonly name: string;
  readonly events: readonly WebhookEvent[];
}

export const emptyWebhook: WebhookDraft = { url: "", name: "", events: kinds };

/**
 * Returns the events to send to the server. If all kinds are selected, returns an empty list, which includes
 * future kinds.
 */
export function eventsMeant(events: readonly WebhookEvent[]): readonly WebhookEvent[] {
  return events.length === kinds.length ? [] : events;
}

/** Fields for a webhook's URL, name and events. */
export function WebhookFields(props: {
  readonly draft: WebhookDraft;
  readonly isDisabled: boolean;
  set(draft: WebhookDraft): void;
}) {
  useLanguage();
  const { draft, isDisabled, set } = props;
  const { url, name, events } = draft;
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-url`} data-wide>
        {strings.address}
        <input
          id={`${id}-url`}
          type="url"
          className="field"
          dir="ltr"
          required
          maxLength={2048}
          value={url}
          autoComplete="off"
          disabled={isDisabled}
          onChange={(event) => set({ ...draft, url: event.target.value })}
        />
      </label>
      <label htmlFor={`${id}-name`} data-wide>
        {strings.webhookName}
        <input
          id={`${id}-name`}
          className="field"
          maxLength={256}
          value={name}
          autoComplete="off"
          disabled={isDisabled}
          onChange={(event) => set({ ...draft, name: event.target.value })}
        />
      </label>
      <fieldset disabled={isDisabled} data-wide>
        <legend>{strings.hearsOf}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={events.includes(kind)}
              onChange={({ target }) =>
                set({
                  ...draft,
                  events: kinds.filter((each) =>
                    each === kind ? target.checked : events.includes(each),
                  ),
                })
              }
            />
            {strings.events[kind]}
          </label>
        ))}
      </fieldset>
    </>
  );
}
