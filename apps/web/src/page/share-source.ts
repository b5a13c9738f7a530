import type { ReceivedShare, ShareSource } from "@tidemark/ui/begin";
import { isSharedComputer } from "./shared-computer.ts";
import { changeShare, listShares, removeShare, type StoredShare } from "../shares/share-store.ts";

/** Reads the shares that the service worker stored. Each is shown by one tab at a time. */
export const shareSource: ShareSource = {
  async next() {
    // Pages without TLS can't get any, and nothing is stored on a shared computer.
    if (isSharedComputer || !("locks" in navigator)) return null;
    for (const { id } of await listShares()) {
      const release = await lock(id);
      if (release === null) continue;
      const stored = await listShares();
      const share = stored.find((each) => each.id === id);
      if (share !== undefined) {
        return { share: receivedFrom(share, release), others: stored.length - 1 };
      }
      // Another tab has just removed it.
      release();
    }
    return null;
  },
};

function receivedFrom(share: StoredShare, release: () => void): ReceivedShare {
  return {
    ...share,
    setTaken: (files) => changeShare({ ...share, files, isTaken: true }),
    async remove() {
      await removeShare(share.id);
      release();
    },
  };
}

/** Takes the lock of a share until the page is closed or the result is called; null if a tab has it. */
function lock(id: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    void navigator.locks.request(`tidemark-share-${id}`, { ifAvailable: true }, (taken) => {
      if (taken === null) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    });
  });
}
