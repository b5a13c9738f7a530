import type { DeviceDatabase } from "@tidemark/core";
import type { OwnDeviceName } from "@tidemark/core/router";
import { deviceNameChosenKey, deviceNameDueKey, deviceNameKey } from "@tidemark/core/sync/device";

/** Server that can rename this device. */
interface Renamer {
  /** Renames this device on the server. Returns false if the server is too old for that. */
  renameDevice(name: string): Promise<boolean>;
}

/**
 * The device's name on the user's other devices: the machine's name until the user chooses another. Sent to
 * the server with every sign-in, and again when it changes.
 */
export class DeviceName {
  readonly #database: DeviceDatabase;
  readonly #usual: string;
  #name: string;
  #isDue: boolean;
  #isSending = false;
  /** Server that answered that it is too old to rename devices. */
  #tooOld: Renamer | null = null;

  private constructor(
    database: DeviceDatabase,
    usual: string,
    { name, isDue }: { readonly name: string; readonly isDue: boolean },
  ) {
    this.#database = database;
    this.#usual = usual;
    this.#name = name;
    this.#isDue = isDue;
  }

  static async open(database: DeviceDatabase, usual: string): Promise<DeviceName> {
    const kept = await database.write(async ({ meta }) => {
      const isChosen = (await meta.get(deviceNameChosenKey)) === true;
      const before = isChosen ? await meta.get(deviceNameKey) : null;
      if (before === null) await meta.set(deviceNameKey, usual);
      return { name: before ?? usual, isDue: (await meta.get(deviceNameDueKey)) === true };
    });
    return new DeviceName(database, usual, kept);
  }

  get now(): string {
    return this.#name;
  }

  get shown(): OwnDeviceName {
    return { name: this.#name, usual: this.#usual };
  }

  /** Sets the name; blank resets it to the machine's. */
  async rename(given: string): Promise<void> {
    const chosen = given.replaceAll(/\s+/gu, " ").trim();
    const name = chosen === "" ? this.#usual : chosen;
    await this.#database.write(async ({ meta }) => {
      await meta.set(deviceNameKey, name);
      await meta.set(deviceNameChosenKey, name === this.#usual ? null : true);
      await meta.set(deviceNameDueKey, true);
    });
    this.#name = name;
    this.#isDue = true;
  }

  /** Called when the server has received this name. */
  async isKnown(name: string): Promise<void> {
    if (!this.#isDue || name !== this.#name) return;
    this.#isDue = false;
    await this.#database.write(({ meta }) => meta.set(deviceNameDueKey, null));
  }

  /** Called before a session starts that the server named after the machine. */
  async isUnknown(): Promise<void> {
    if (this.#name === this.#usual) return;
    this.#isDue = true;
    await this.#database.write(({ meta }) => meta.set(deviceNameDueKey, true));
  }

  /**
   * Sends a changed name to the server. Throws if that fails; the next round tries again. Returns true if the
   * server got a new name.
   */
  async send(server: Renamer): Promise<boolean> {
    if (!this.#isDue || this.#isSending || this.#tooOld === server) return false;
    this.#isSending = true;
    try {
      // The device may be renamed again meanwhile.
      while (this.#isDue) {
        const name = this.#name;
        if (!(await server.renameDevice(name))) {
          this.#tooOld = server;
          return false;
        }
        await this.isKnown(name);
      }
      return true;
    } finally {
      this.#isSending = false;
    }
  }
}
