import type { SyncStatus } from "@tidemark/core/router";
import { useEffect } from "react";
import { useCounts, useProfile, useSyncStatus } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { browserStrings } from "./strings.ts";

/** Number of memos from which the browser is asked to keep its copy. */
const worthKeeping = 10;
const saidKey = "tidemark:copy-said";

/**
 * Looks after the copy of the memos in a browser: asks it to keep the copy, says once that it might not, and asks
 * before a tab without a copy is closed with unsent changes.
 */
export function BrowserCopy() {
  const lacks = useProfile().data?.lacks ?? [];
  if (!lacks.includes("servers")) return null;
  return lacks.includes("copy") ? <TabOnly /> : <StoredCopy />;
}

function StoredCopy() {
  const counts = useCounts().data;
  const memos = counts === undefined ? 0 : counts.normal + counts.archived;
  const isWorthKeeping = memos >= worthKeeping || isInstalled();
  useEffect(() => {
    if (isWorthKeeping) void askToKeep();
  }, [isWorthKeeping]);
  useEffect(() => {
    const onInstalled = (): void => void askToKeep();
    addEventListener("appinstalled", onInstalled);
    return () => removeEventListener("appinstalled", onInstalled);
  }, []);
  const status = useSyncStatus().data;
  const unsent = status === undefined || isSending(status) ? 0 : unsentIn(status);
  const isUnsent = unsent > 0;
  useEffect(() => {
    if (isUnsent) void warnOnce(unsent);
    // The number at the time is said; a later one isn't news.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isUnsent]);
  return null;
}

function TabOnly() {
  const status = useSyncStatus().data;
  const isUnsent = status !== undefined && unsentIn(status) > 0;
  useEffect(() => {
    if (!isUnsent) return;
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsent]);
  return null;
}

function unsentIn({ waiting, rejected }: SyncStatus): number {
  return waiting + rejected;
}

/** True if changes are on their way, and likely on the server in a moment. */
function isSending({ state }: SyncStatus): boolean {
  return state === "synced" || state === "syncing";
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** Pages without TLS have no storage to keep. */
const storage = (): StorageManager | undefined => navigator.storage;

async function askToKeep(): Promise<void> {
  if ((await storage()?.persisted()) === false) await storage()?.persist();
}

async function warnOnce(unsent: number): Promise<void> {
  if (localStorage.getItem(saidKey) !== null || (await storage()?.persisted()) !== false) return;
  localStorage.setItem(saidKey, "1");
  const words = `${browserStrings.onlyHere(unsent)} ${browserStrings.mayRemove}`;
  useFeedback.getState().offer(words, null, "");
}
