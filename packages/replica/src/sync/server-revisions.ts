import type { RevisionRecord } from "@tidemark/core";
import { z } from "zod";
import { serverFetch } from "./server-fetch.ts";
import type { SyncClient } from "./sync-client.ts";
import { asUserReference } from "@tidemark/core/names";

/** Somebody waits for the list that these go into. */
const timeoutMs = 3_000;
const pageSize = 200;

const answerSchema = z.object({
  revisions: z.array(
    z.object({
      name: z.string(),
      createTime: z.iso.datetime(),
      author: z.string().transform(asUserReference),
      device: z.string(),
      reason: z.enum(["edit", "merge", "overwrite", "restore"]),
      content: z.string(),
    }),
  ),
});

interface AskedServer {
  readonly client: Pick<SyncClient, "revisions">;
  readonly url: string;
  readonly token: string;
}

/** The newest earlier texts of a memo that the server keeps. Rejects when it cannot be asked. */
export async function fetchServerRevisions(
  { client, url, token }: AskedServer,
  memo: string,
): Promise<readonly RevisionRecord[]> {
  return (await client.revisions(memo)) ?? fetchFromApi(url, token, memo);
}

/** Servers of 0.2 and before tell them in the API alone. */
async function fetchFromApi(
  serverUrl: string,
  token: string,
  memo: string,
): Promise<RevisionRecord[]> {
  const path = `api/v1/memos/${encodeURIComponent(memo)}/revisions?pageSize=${pageSize}`;
  const response = await serverFetch(`${serverUrl.replace(/\/+$/, "")}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  // A memo that was never sent is not known there.
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const { revisions } = answerSchema.parse(await response.json());
  return revisions.map(({ name, createTime, ...revision }) => ({
    ...revision,
    id: name.slice(name.lastIndexOf("/") + 1),
    memo,
    atMs: Date.parse(createTime),
  }));
}
