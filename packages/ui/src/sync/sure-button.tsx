import { useEffect, useRef, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { syncStrings } from "./strings.ts";

interface SureButtonProps {
  readonly label: string;
  /** Label for the confirmation; the second press acts. */
  readonly sure: string;
  act(): void;
}

/** Button for an irreversible action, with an inline confirmation. */
export function SureButton({ label, sure, act }: SureButtonProps) {
  useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The pressed button was replaced: focuses the harmless answer, and the button again afterwards.
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
