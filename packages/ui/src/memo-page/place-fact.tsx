import type { MemoView } from "@tidemark/core/router";
import { MapPin, Pencil } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useLanguage } from "../language/language.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import { PlaceForm } from "./place-form.tsx";
import { coordinates, geoAddress } from "./read-place.ts";
import { pageStrings } from "./strings.ts";

/** Location set by the author: name and coordinates, without a map. */
export function PlaceFact(props: { readonly memo: MemoView; readonly actions: MemoActions }) {
  useLanguage();
  const { memo, actions } = props;
  const [isChanging, setIsChanging] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { location } = memo;
  const isOwn = memo.author === null && memo.deletedMs === null;
  if (location === null && !isOwn) return null;
  const close = (): void => {
    setIsChanging(false);
    // The button exists again after React has rendered.
    requestAnimationFrame(() => opener.current?.focus({ preventScroll: true }));
  };
  if (isChanging) {
    return (
      <>
        <dt className="sr-only">{pageStrings.location}</dt>
        <dd className="col-span-2">
          <PlaceForm
            location={location}
            save={(place) => {
              actions.setLocation(memo, place);
              close();
            }}
            close={close}
          />
        </dd>
      </>
    );
  }
  return (
    <>
      <dt>{pageStrings.location}</dt>
      <dd className="place">
        {location !== null && (
          <a
            href={geoAddress(location)}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 grow text-accent hover:underline"
          >
            {location.placeholder !== "" && (
              <bdi className="block break-words">{location.placeholder}</bdi>
            )}
            <bdi dir="ltr" className="block text-text-2">
              {coordinates(location)}
            </bdi>
          </a>
        )}
        {isOwn && (
          <ChangeButton
            opener={opener}
            isSet={location !== null}
            open={() => setIsChanging(true)}
          />
        )}
      </dd>
    </>
  );
}

function ChangeButton(props: {
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly isSet: boolean;
  open(): void;
}) {
  useLanguage();
  const Icon = props.isSet ? Pencil : MapPin;
  return (
    <button
      ref={props.opener}
      type="button"
      className="inline-flex min-h-6 items-center gap-1.5 rounded-control text-text-3 hover:text-text"
      aria-label={props.isSet ? pageStrings.changeLocation : undefined}
      title={props.isSet ? pageStrings.changeLocation : undefined}
      onClick={props.open}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden className="flex-none" />
      {!props.isSet && pageStrings.addLocation}
    </button>
  );
}
