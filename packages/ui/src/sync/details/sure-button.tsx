import { useEffect, useRef, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";

interface SureButtonProps {
  readonly label: string;
  /** What it says once it was pressed; pressed again, it acts. */
  readonly sure: string;
  act(): void;
}

/** A button for what cannot be taken back: it asks in its place. */
export function SureButton({ label, sure, act }: SureButtonProps) {
  useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The pressed button is gone: the focus goes to the answer that changes nothing, and back.
    if (isAsking) keep.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button ref={first} type="button" className="button" onClick={() => setIsAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    <>
      <button ref={keep} type="button" className="button" onClick={() => setIsAsking(false)}>
        {syncStrings.keep}
      </button>
      <button
        type="button"
        className="button button-danger"
        onClick={() => {
          setIsAsking(false);
          act();
        }}
      >
        {sure}
      </button>
    </>
  );
}
