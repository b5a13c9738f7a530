import { useState } from "react";
import { isOverheard, serverAddresses } from "../server-address.ts";
import { syncStrings } from "../strings.ts";

/** State of a form that connects, and its errors. */
export interface Connecting {
  readonly addressProblem: string | null;
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** True after the user was warned that the connection isn't encrypted. */
  readonly isWarned: boolean;
  /**
   * Tries the addresses and closes the form; over http only after a warning. `inWords` returns the message
   * for a failure.
   */
  submit(
    connect: (urls: readonly string[]) => Promise<void>,
    inWords: (error: unknown) => string,
  ): Promise<void>;
}

/** Returns the state for the typed address `url`. */
export function useConnecting(url: string, close: () => void): Connecting {
  const [addressProblem, setAddressProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** Address for which the user was warned that eavesdroppers can read the secret. */
  const [overheard, setOverheard] = useState<string | null>(null);
  const isWarned = overheard === url;
  return {
    addressProblem,
    problem,
    isBusy,
    isWarned,
    async submit(connect, inWords) {
      setProblem(null);
      const urls = serverAddresses(url);
      setAddressProblem(urls === null ? syncStrings.badAddress : null);
      if (urls === null) return;
      if (isOverheard(urls[0]) && !isWarned) {
        setOverheard(url);
        return;
      }
      setIsBusy(true);
      try {
        await connect(urls);
        close();
      } catch (error) {
        setProblem(inWords(error));
        setIsBusy(false);
      }
    },
  };
}
