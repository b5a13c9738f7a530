import type { MemoView } from "@tidemark/core/router";
import { type InputHTMLAttributes, useId, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { maxPlaceName, plainDegrees, readPlace, splitPair } from "./read-place.ts";
import { pageStrings } from "./strings.ts";

type Place = MemoView["location"];

interface PlaceFormProps {
  readonly location: Place;
  save(location: Place): void;
  close(): void;
}

/** Form for a location's name and coordinates. */
export function PlaceForm({ location, save, close }: PlaceFormProps) {
  useLanguage();
  const [fields, setFields] = useState(() => ({
    placeholder: location?.placeholder ?? "",
    latitude: location === null ? "" : plainDegrees(location.latitude),
    longitude: location === null ? "" : plainDegrees(location.longitude),
  }));
  const [wrong, setWrong] = useState<"latitude" | "longitude" | null>(null);
  const change = (changed: Partial<typeof fields>): void => {
    setWrong(null);
    setFields((before) => ({ ...before, ...changed }));
  };
  const submit = (): void => {
    const place = readPlace(fields);
    if (typeof place === "string") setWrong(place);
    else save(place);
  };
  return (
    <form
      aria-label={pageStrings.location}
      className="flex w-full flex-col gap-2 py-1"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        close();
      }}
    >
      <PlaceField
        label={pageStrings.placeName}
        value={fields.placeholder}
        maxLength={maxPlaceName}
        dir="auto"
        autoFocus
        onChange={({ target }) => change({ placeholder: target.value })}
      />
      <div className="flex gap-2">
        <PlaceField
          label={pageStrings.latitude}
          value={fields.latitude}
          problem={wrong === "latitude" ? pageStrings.wrongLatitude : null}
          inputMode="text"
          onChange={({ target }) => change(splitPair(target.value) ?? { latitude: target.value })}
        />
        <PlaceField
          label={pageStrings.longitude}
          value={fields.longitude}
          problem={wrong === "longitude" ? pageStrings.wrongLongitude : null}
          inputMode="text"
          onChange={({ target }) => change({ longitude: target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button">
          {pageStrings.saveLocation}
        </button>
        <button type="button" className="button" onClick={close}>
          {pageStrings.cancel}
        </button>
        {location !== null && (
          <button type="button" className="button button-danger" onClick={() => save(null)}>
            {pageStrings.removeLocation}
          </button>
        )}
      </div>
    </form>
  );
}

function PlaceField({
  label,
  problem = null,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly problem?: string | null;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 grow basis-0 flex-col">
      <label htmlFor={id} className="mb-1 text-meta text-text-3">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="panel-field aria-invalid:border-danger"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
      />
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-meta text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
