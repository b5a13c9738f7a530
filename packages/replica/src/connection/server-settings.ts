import { defineMeta, metaForm } from "@tidemark/core";
import { SerialQueue } from "@tidemark/core/concurrency";
import type { OwnDeviceName } from "@tidemark/core/router";
import {
  serverAdministers,
  serverHasOthers,
  serverTitle,
  serverTranscribes,
  serverUploadBytes,
} from "@tidemark/core/sync/device";
import type { CaretMeetings } from "../sync/caret-meetings.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { ServerSession } from "./server-session.ts";

interface ServerSettingsDeps extends Pick<
  ConnectionDeps,
  "database" | "sync" | "name" | "onStatus" | "log"
> {
  readonly carets: CaretMeetings;
  readonly session: Pick<ServerSession, "serverUrl" | "introduce" | "wrote">;
}

/** Set if the user doesn't share carets. */
const hideCaretsKey = defineMeta("hide_carets", metaForm.flag);

/** The limits and features of the server, and what the user chose to share with it. */
export class ServerSettings {
  readonly #deps: ServerSettingsDeps;
  readonly #evictions = new SerialQueue();
  #isClosed = false;
  #limits: Limits = {
    uploadBytes: null,
    transcribes: false,
    hasOthers: false,
    administers: false,
    title: null,
  };

  constructor(deps: ServerSettingsDeps) {
    this.#deps = deps;
  }

  /** Size limit for files in bytes; null without a server, or if the server didn't send one. */
  get uploadBytes(): number | null {
    return this.#deps.session.serverUrl === null ? null : this.#limits.uploadBytes;
  }

  /** True if the server transcribes recordings. */
  get transcribes(): boolean {
    return this.#deps.session.serverUrl !== null && this.#limits.transcribes;
  }

  /** True if the server has other users. */
  get hasOthers(): boolean {
    return this.#deps.session.serverUrl !== null && this.#limits.hasOthers;
  }

  /** True if the user is an administrator of the server. */
  get administers(): boolean {
    return this.#deps.session.serverUrl !== null && this.#limits.administers;
  }

  /** Name that the server gives the notebook; null without a server, or if it gives none. */
  get title(): string | null {
    return this.#deps.session.serverUrl === null ? null : this.#limits.title;
  }

  /** Reads the limits again, after a sync may have changed them. */
  refreshLimits(): void {
    this.readLimits().catch((error: unknown) => this.#deps.log(`limits: ${String(error)}`));
  }

  async readLimits(): Promise<void> {
    const before = this.#limits;
    this.#limits = await this.#deps.database.read(async (stores) => ({
      uploadBytes: await serverUploadBytes(stores),
      transcribes: await serverTranscribes(stores),
      hasOthers: await serverHasOthers(stores),
      administers: await serverAdministers(stores),
      title: await serverTitle(stores),
    }));
    const isChanged = (["transcribes", "hasOthers", "administers", "title"] as const).some(
      (key) => this.#limits[key] !== before[key],
    );
    if (isChanged) this.#deps.onStatus();
  }

  get deviceName(): OwnDeviceName {
    return this.#deps.name.shown;
  }

  /** Sets the name on the user's other devices. A blank name resets it to the machine's. */
  async renameDevice(given: string): Promise<OwnDeviceName> {
    await this.#deps.name.rename(given);
    this.#deps.session.introduce();
    return this.deviceName;
  }

  get showsCarets(): boolean {
    return this.#deps.carets.isOn;
  }

  async readShowsCarets(): Promise<void> {
    const isHidden = await this.#deps.database.read(({ meta }) => meta.get(hideCaretsKey));
    this.#deps.carets.setOn(isHidden !== true);
  }

  /** Sets whether editors of the account see each other's carets. */
  async setShowsCarets(isOn: boolean): Promise<void> {
    await this.#deps.database.write(({ meta }) => meta.set(hideCaretsKey, isOn ? null : true));
    this.#deps.carets.setOn(isOn);
  }

  /** Sets whether memos that others share with everyone are stored here. */
  async setFollowPublic(isOn: boolean): Promise<void> {
    await this.#deps.sync.setFollowPublic(isOn);
    this.evictUnfollowed();
    this.#deps.session.wrote();
  }

  /** Removes memos that are no longer followed, in the background. With a server, a pull does it too. */
  evictUnfollowed(): void {
    void this.#evictions.run(async () => {
      try {
        await this.#deps.sync.evictUnfollowed(() => !this.#isClosed);
      } catch (error) {
        // The next pull or start continues.
        this.#deps.log(`drop: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#evictions.idle();
  }
}

interface Limits {
  readonly uploadBytes: number | null;
  readonly transcribes: boolean;
  readonly hasOthers: boolean;
  readonly administers: boolean;
  readonly title: string | null;
}
