import { safeStorage } from "electron";
import type { SecretAnswer } from "../host/host-messages.ts";

/**
 * Seals a text with a key of the system's keyring, or opens one. null where there is no keyring, it
 * cannot be opened, or it would keep its key where everybody reads it.
 */
export async function askKeyring(
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

/** Without a keyring Linux has a key that is the same everywhere: that would only look like a secret. */
function isOpenToAll(): boolean {
  return process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text";
}
