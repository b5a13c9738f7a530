import { type WebhookEvent, webhookEvents as kinds } from "@tidemark/core/model";
import type { WantedWebhook } from "@tidemark/core/sync/protocol";
import { useId, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { programStrings as strings } from "./strings.ts";

/** Names an address that is told of memos from now on. */
export function NewWebhook(props: {
  readonly isDisabled: boolean;
  /** False: none was added, and what was entered stays. */
  add(wanted: WantedWebhook): Promise<boolean>;
}) {
  useLanguage();
  const { isDisabled, add } = props;
  const id = useId();
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(kinds);
  const [isAdding, setIsAdding] = useState(false);
  const submit = async (): Promise<void> => {
    setIsAdding(true);
    // All of today's kinds are meant as all there will be.
    const wanted = events.length === kinds.length ? [] : events;
    const isAdded = await add({ url: url.trim(), name: name.trim(), events: wanted });
    setIsAdding(false);
    if (!isAdded) return;
    setUrl("");
    setName("");
    setEvents(kinds);
  };
  return (
    <form
      className="new-there"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAdding && url.trim() !== "" && events.length > 0) void submit();
      }}
    >
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
          onChange={(event) => setUrl(event.target.value)}
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
          onChange={(event) => setName(event.target.value)}
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
                setEvents(
                  kinds.filter((each) => (each === kind ? target.checked : events.includes(each))),
                )
              }
            />
            {strings.events[kind]}
          </label>
        ))}
      </fieldset>
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
