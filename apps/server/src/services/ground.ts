import { randomBytes } from "node:crypto";
import {
  createPageTokens,
  type ServerDatabase,
  newResourceId,
  type PageTokens,
  type Signals,
} from "@tidemark/core";
import { createCredentialRevision, type CredentialRevision } from "@tidemark/core/access";
import { createHybridClock, type HybridClock } from "@tidemark/core/clock";
import { newestStampKey } from "@tidemark/core/commit";
import { type InstanceService, openInstanceService, type SecretBox } from "@tidemark/core/instance";
import type { OpenServerDatabase } from "@tidemark/db/postgres";
import { createSecretBox } from "../auth/secret-box.ts";
import { type Instance, openInstance } from "./instance.ts";
import { judgedDatabase } from "./judged-database.ts";
import type { ServiceOptions } from "./service-options.ts";

/** An open database, and how one hears of those that share it. */
export type OpenStores = Pick<OpenServerDatabase, "database" | "signals" | "relay">;

/** What every service stands on. */
export interface Ground {
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
}

/** Finds out which instance an open database is, and what was set for it. */
export async function openGround(
  { database: opened, signals, relay }: OpenStores,
  {
    nowMs = Date.now,
    secretKey = randomBytes(32),
    onAudit = () => undefined,
  }: Pick<ServiceOptions, "nowMs" | "secretKey" | "onAudit">,
): Promise<Ground> {
  const isShared = relay !== null;
  const instance = await openInstance(opened, isShared);
  const clock = createHybridClock({ node: instance.clockNode, wallMs: nowMs });
  // After a restart under a clock that was set back, stamps must still rise.
  const newestStamp = await opened.read(({ meta }) => meta.get(newestStampKey));
  if (newestStamp !== null) clock.observe(newestStamp);
  const stores = isShared ? afterOthers(opened, clock) : opened;
  const credentialRevision = createCredentialRevision(signals);
  const database = judgedDatabase(stores, { revision: credentialRevision, nowMs });
  database.onCommit((effects) => {
    for (const effect of effects) if (effect.kind === "audit-entered") onAudit(effect.entry);
  });
  const secretBox = createSecretBox(secretKey);
  const settings = await openInstanceService({ database, signals, secretBox });
  const random = (count: number): Uint8Array => randomBytes(count);
  return {
    database,
    signals,
    credentialRevision,
    instance,
    settings,
    secretBox,
    clock,
    pageTokens: createPageTokens(instance.pageTokenKey),
    randomBytes: random,
    newId: () => newResourceId(random),
    nowMs,
  };
}

/** The same database, whose writes are stamped after all that other processes have committed. */
function afterOthers(database: ServerDatabase, clock: HybridClock): ServerDatabase {
  return {
    read: (work) => database.read(work),
    write: (work, by) =>
      database.write(async (tx) => {
        const newest = await tx.meta.get(newestStampKey);
        if (newest !== null) clock.observe(newest);
        return work(tx);
      }, by),
    onCommit: (listener) => database.onCommit(listener),
  };
}
