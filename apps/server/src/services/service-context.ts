import { randomBytes } from "node:crypto";
import {
  type CommitEffect,
  createPageTokens,
  type ServerDatabase,
  newResourceId,
  type PageTokens,
  type Signals,
} from "@tidemark/core";
import { createCredentialRevision, type CredentialRevision } from "@tidemark/core/access";
import { createHybridClock, type HybridClock } from "@tidemark/core/clock";
import { type InstanceService, openInstanceService, type SecretBox } from "@tidemark/core/instance";
import type { OpenServerDatabase } from "@tidemark/db";
import { watchDatabase } from "@tidemark/core/sync/server";
import { createSecretBox } from "../auth/secret-box.ts";
import { newEpoch } from "../backup/seq-mirror.ts";
import { type Instance, openInstance } from "./instance.ts";
import { reauthorizingDatabase } from "./reauthorizing-database.ts";
import { pageTokenHashes } from "./page-token-hashes.ts";
import type { ServiceOptions } from "./service-options.ts";

/** Open database, with the signals of other processes that share it. */
export type OpenStores = Pick<OpenServerDatabase, "database" | "signals" | "relay" | "shared">;

/** Dependencies shared by all services. */
export interface ServiceContext {
  readonly database: ServerDatabase;
  readonly signals: Signals;
  readonly credentialRevision: CredentialRevision;
  readonly instance: Instance;
  readonly settings: InstanceService;
  readonly secretBox: SecretBox;
  readonly clock: HybridClock;
  readonly pageTokens: PageTokens;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** Name of this process in leases and claims. */
  readonly holder: string;
}

/** Loads the instance and settings of an open database. */
export async function openServiceContext(
  { database: opened, signals, shared }: OpenStores,
  {
    nowMs = Date.now,
    secretKey = randomBytes(32),
    onAudit = () => undefined,
    requestId = () => undefined,
    onRollback = () => undefined,
  }: Pick<ServiceOptions, "nowMs" | "secretKey" | "onAudit" | "requestId" | "onRollback">,
): Promise<ServiceContext> {
  const instance = await openInstance(opened);
  const credentialRevision = createCredentialRevision(signals);
  const requests = new WeakMap<CommitEffect, string>();
  const database = reauthorizingDatabase(opened, {
    revision: credentialRevision,
    nowMs,
    onEffect: (effect) => {
      const id = effect.kind === "audit-entered" ? requestId() : undefined;
      if (id !== undefined) requests.set(effect, id);
    },
  });
  database.onCommit((effects) => {
    for (const effect of effects) {
      if (effect.kind === "audit-entered") onAudit(effect.entry, requests.get(effect));
    }
  });
  const secretBox = createSecretBox(secretKey);
  const settings = await openInstanceService({ database, signals, secretBox, nowMs });
  const clock = createHybridClock({ node: instance.clockNode, wallMs: nowMs });
  // After a restart with a clock that was set back, stamps must still increase.
  const { newestStamp } = await opened.read(({ meta }) => meta.changePosition());
  if (newestStamp !== null) clock.observe(newestStamp);
  if (shared !== undefined) {
    watchDatabase(shared, { clock, lineage: instance.lineage, newEpoch, onRollback });
  }
  const random = (count: number): Uint8Array => randomBytes(count);
  return {
    database,
    signals,
    credentialRevision,
    instance,
    settings,
    secretBox,
    clock,
    pageTokens: createPageTokens(instance.pageTokenKey, pageTokenHashes(instance.pageTokenKey)),
    randomBytes: random,
    newId: () => newResourceId(random),
    nowMs,
    // A process that has the database to itself keeps its leases across a restart.
    holder: shared === undefined ? instance.name : instance.clockNode,
  };
}
