import type { DeviceDatabase } from "@tidemark/core";
import type { OwnDeviceName } from "@tidemark/core/router";
import { deviceNameChosenKey, deviceNameDueKey, deviceNameKey } from "@tidemark/core/sync/device";

/** The server, which is asked to call this device otherwise. */
interface Renamer {
  /** False: it is too old for that. */
  renameDevice(name: string): Promise<boolean>;
}

/**
 * The name under which the user's other devices see this one: what the machine calls itself, until
 * somebody chooses another. The server is given it with every sign-in, and again when it changes.
 */
export class DeviceName {
  readonly #database: DeviceDatabase;
  readonly #usual: string;
  #name: string;
  #isDue: boolean;
  #isSending = false;
  /** The one that said that it cannot rename devices. */
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

  /** Blank: what the machine calls itself. */
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

  /** The server has been given this name. */
  async isKnown(name: string): Promise<void> {
    if (!this.#isDue || name !== this.#name) return;
    this.#isDue = false;
    await this.#database.write(({ meta }) => meta.set(deviceNameDueKey, null));
  }

  /**
   * Has the server know it, where it does not yet; what fails is tried with the next round. Says
   * whether it knows another name than before.
   */
  async send(server: Renamer): Promise<boolean> {
    if (!this.#isDue || this.#isSending || this.#tooOld === server) return false;
    this.#isSending = true;
    try {
      // It may be renamed again meanwhile.
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
