import { create } from "zustand";

const storageKey = "tidemark:image-hosts";
const maxHosts = 200;

interface ShownHosts {
  /** Hosts whose images are loaded without a question, newest last. */
  readonly hosts: readonly string[];
  /** Images that were requested since the page was opened. */
  readonly addresses: ReadonlySet<string>;
  showHost(host: string): void;
  /** Asks about the host's images again, from the next time that they are shown. */
  stopShowing(host: string): void;
  showAddress(address: string): void;
}

/** Returns the stored hosts; none if they cannot be read. */
export function storedHosts(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((host) => typeof host === "string").slice(-maxHosts);
  } catch {
    return [];
  }
}

/** Reader's choices for images on other hosts; the hosts are stored on this device. */
export const useShownHosts = create<ShownHosts>((set, get) => {
  function keep(hosts: readonly string[]): void {
    localStorage.setItem(storageKey, JSON.stringify(hosts));
    set({ hosts });
  }
  const without = (host: string): readonly string[] => get().hosts.filter((each) => each !== host);
  return {
    hosts: storedHosts(),
    addresses: new Set(),
    showHost: (host) => keep([...without(host), host].slice(-maxHosts)),
    stopShowing: (host) => keep(without(host)),
    showAddress: (address) => set({ addresses: new Set([...get().addresses, address]) }),
  };
});
