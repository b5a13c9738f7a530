import { useId, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { useDay } from "../time/use-day.ts";
import { daysToChoose, endOf, type Lifetime, lifetimes } from "./lifetime.ts";
import { shareStrings } from "./strings.ts";

interface NewLinkProps {
  /** True if no link can be created now. */
  readonly isDisabled: boolean;
  readonly isQuiet: boolean;
  make(expiresMs: number | null): Promise<void>;
}

/** Form that creates a link with a lifetime. */
export function NewLink({ isDisabled, isQuiet, make }: NewLinkProps) {
  useLanguage();
  const id = useId();
  const nowMs = useDay();
  const { first, offered } = daysToChoose(nowMs);
  const [lifetime, setLifetime] = useState<Lifetime>("week");
  const [date, setDate] = useState(offered);
  const [isMaking, setIsMaking] = useState(false);
  const isNoDay = endOf(lifetime, date, nowMs) === undefined;
  return (
    <form
      className="share-new"
      onSubmit={(event) => {
        event.preventDefault();
        const expiresMs = endOf(lifetime, date, Date.now());
        if (expiresMs === undefined || isMaking) return;
        setIsMaking(true);
        void make(expiresMs).finally(() => setIsMaking(false));
      }}
    >
      <label htmlFor={`${id}-open`} className="text-small text-text-2">
        {shareStrings.open}
      </label>
      <select
        id={`${id}-open`}
        className="share-field"
        value={lifetime}
        disabled={isDisabled}
        onChange={(event) =>
          setLifetime(lifetimes.find((each) => each === event.target.value) ?? "week")
        }
      >
        {lifetimes.map((each) => (
          <option key={each} value={each}>
            {shareStrings.lifetimes[each]}
          </option>
        ))}
      </select>
      {lifetime === "date" && (
        <input
          type="date"
          className="share-field"
          aria-label={shareStrings.lastDay}
          required
          min={first}
          value={date}
          disabled={isDisabled}
          onChange={(event) => setDate(event.target.value)}
        />
      )}
      <button
        type="submit"
        className={`button ms-auto ${isQuiet ? "" : "button-primary"}`}
        disabled={isDisabled || isNoDay}
        aria-busy={isMaking}
      >
        {isMaking ? shareStrings.making : shareStrings.newLink}
      </button>
    </form>
  );
}
