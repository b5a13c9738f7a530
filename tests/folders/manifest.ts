import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { hasFields, parseJson, readOwnJson } from "@tidemark/core";
import { z } from "zod";
import { type Exchange, exchangeSchema } from "./line.ts";
import type { DeviceView, UnsentView } from "./read-device.ts";
import type { Account, ServerView } from "./read-server.ts";

/** Says what is in the folders of one version, and what it made of them when the two met. */
export interface Manifest {
  /** The version that wrote the folders. */
  readonly version: string;
  /** When they were closed, epoch ms. Everything in them that expires counts from here. */
  readonly madeMs: number;
  readonly accounts: { readonly alice: Account; readonly bob: Account };
  /** A token of alice's for scripts. */
  readonly accessToken: string;
  /** The address that the device has of its server. */
  readonly serverUrl: string;
  /** Words that are on the device alone: each is on the server once when the two have met. */
  readonly unsentWords: readonly string[];
  /** Words of a push that the server took and whose answer was lost: each is there once, and stays so. */
  readonly unansweredWords: readonly string[];
  /** Memos whose documents the server has renewed while edits of the older one wait on the device. */
  readonly renewed: {
    /** The device has not heard of it. */
    readonly unheard: string;
    /** It has, and shows its edit until the server has taken that. */
    readonly deferred: string;
  };
  /** Rows of the device that a newer server sent, as `kind entity`. */
  readonly deferredKinds: readonly string[];
  /** What newer peers put into memos, by id, as the database keeps it. */
  readonly unknownFields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Files on their way, by attachment. */
  readonly halfSent: HalfFile;
  readonly halfFetched: HalfFile;
  readonly device: DeviceView;
  readonly unsent: UnsentView;
  readonly server: ByAccount;
  /** After the device has synced, by that version's own programs. */
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
  /** How much of it has arrived. */
  readonly arrivedBytes: number;
}

/** The kept folders of one version. */
export interface Release {
  readonly manifest: Manifest;
  /** Where the compressed files of the two folders lie. */
  readonly server: string;
  readonly device: string;
  /** What that version's device and server said to each other until they were at rest, in order. */
  readonly wire: readonly Exchange[];
}

const manifestName = "manifest.json";
const wireName = "wire.json.gz";

/** Where a version's folders are kept, and what is in each place. */
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

/** Every version whose folders are kept, oldest first. */
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
