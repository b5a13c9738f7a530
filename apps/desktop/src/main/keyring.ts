import { safeStorage } from "electron";
import type { SecretAnswer } from "../host/host-messages.ts";

/**
 * Seals or opens a text with a key from the system's keyring. Returns null if there is no keyring, it can't
 * be opened, or its key would be readable by everyone.
 */
export async function queryKeyring(
  act: "seal" | "open",
  text: string,
  log: (line: string) => void,
): Promise<SecretAnswer | null> {
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
    if (act === "open") {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
        Buffer.from(text, "base64"),
      );
      return { text: result, isStale: shouldReEncrypt };
    }
    if (isOpenToAll()) return null;
    const sealed = await safeStorage.encryptStringAsync(text);
    return { text: sealed.toString("base64"), isStale: false };
  } catch (error) {
    log(`keyring: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Returns true for Linux without a keyring: Electron then uses a hard-coded key, which protects nothing. */
function isOpenToAll(): boolean {
  return process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text";
}
