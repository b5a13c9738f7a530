import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { hasFields, parseJson, readOwnJson } from "@tidemark/core";
import { z } from "zod";
import { type Exchange, exchangeSchema } from "./line.ts";
import type { DeviceView, UnsentView } from "./read-device.ts";
import type { Account, ServerView } from "./read-server.ts";

/** Contents of one version's folders, before and after its device and server sync. */
export interface Manifest {
  /** Version that wrote the folders. */
  readonly version: string;
  /** Time when they were closed, epoch ms. All expiry times in them count from here. */
  readonly madeMs: number;
  readonly accounts: { readonly alice: Account; readonly bob: Account };
  /** Access token of alice. */
  readonly accessToken: string;
  /** Server address on the device. */
  readonly serverUrl: string;
  /** Words that only the device has. After syncing, each is on the server once. */
  readonly unsentWords: readonly string[];
  /**
   * Words of a push that the server applied and whose response was lost. Each stays on the server once.
   */
  readonly unansweredWords: readonly string[];
  /**
   * Memos whose documents the server has renewed while edits of the ended document are pending on the
   * device.
   */
  readonly renewed: {
    /** Memo whose renewal the device hasn't received. */
    readonly unheard: string;
    /** Memo whose renewal the device has received. It shows its edit until the server has applied it. */
    readonly deferred: string;
  };
  /** Deferred rows of the device, sent by a newer server, as `kind entity`. */
  readonly deferredKinds: readonly string[];
  /** Unknown fields that newer peers added to memos, by id, as stored in the database. */
  readonly unknownFields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Partly transferred files. */
  readonly halfSent: HalfFile;
  readonly halfFetched: HalfFile;
  readonly device: DeviceView;
  readonly unsent: UnsentView;
  readonly server: ByAccount;
  /** State after the device has synced, with that version's own programs. */
  readonly settled: {
    readonly server: ByAccount;
    readonly device: DeviceView;
    readonly unsent: UnsentView;
  };
}

export interface ByAccount {
  readonly alice: ServerView;
  readonly bob: ServerView;
}

export interface HalfFile {
  readonly attachment: string;
  readonly filename: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Number of bytes that have arrived. */
  readonly arrivedBytes: number;
}

/** Stored folders of one version. */
export interface Release {
  readonly manifest: Manifest;
  /** Path of the server's compressed folder; `device` is that of the device. */
  readonly server: string;
  readonly device: string;
  /** Exchanges of that version's device and server until they had settled, in order. */
  readonly wire: readonly Exchange[];
}

const manifestName = "manifest.json";
const wireName = "wire.json.gz";

/** Returns the paths of a version's stored files. */
export function placesOf(version: string) {
  const kept = join(import.meta.dirname, version);
  return {
    kept,
    server: join(kept, "server"),
    device: join(kept, "device"),
    manifest: join(kept, manifestName),
    wire: join(kept, wireName),
  };
}

function isManifest(value: unknown): value is Manifest {
  return hasFields(value, {
    version: "string",
    madeMs: "number",
    accounts: "object",
    accessToken: "string",
    serverUrl: "string",
    unsentWords: "object",
    unansweredWords: "object",
    renewed: "object",
    deferredKinds: "object",
    unknownFields: "object",
    halfSent: "object",
    halfFetched: "object",
    device: "object",
    unsent: "object",
    server: "object",
    settled: "object",
  });
}

/** Returns every version with stored folders, oldest first. */
export function releases(): Release[] {
  const versions = readdirSync(import.meta.dirname).filter((name) =>
    existsSync(placesOf(name).manifest),
  );
  const inOrder = versions.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return inOrder.map((version) => {
    const { manifest, server, device, wire } = placesOf(version);
    return {
      manifest: readOwnJson(readFileSync(manifest, "utf8"), isManifest, manifestName),
      server,
      device,
      wire: parseJson(z.array(exchangeSchema), gunzipSync(readFileSync(wire)).toString()),
    };
  });
}
