import { useState } from "react";
import { isOverheard, serverAddresses } from "../server-address.ts";
import { syncStrings } from "../strings.ts";

/** A form that connects: how far it is, and why it did not work. */
export interface Connecting {
  readonly addressProblem: string | null;
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** What is sent could be read on the way, and one was told so. */
  readonly isWarned: boolean;
  /**
   * Connects at the addresses that were meant, and closes the form; over http only once one was
   * warned. `inWords` says of a failure what is to be shown.
   */
  submit(
    connect: (urls: readonly string[]) => Promise<void>,
    inWords: (error: unknown) => string,
  ): Promise<void>;
}

/** `url`: the address as it stands there. */
export function useConnecting(url: string, close: () => void): Connecting {
  const [addressProblem, setAddressProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** The address that a secret is about to be sent to for everybody on the way to read. */
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
