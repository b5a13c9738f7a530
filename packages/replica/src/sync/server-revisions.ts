import type { RevisionRecord } from "@tidemark/core";
import { z } from "zod";
import { headersOf, type ServerCredential } from "./credential.ts";
import { serverFetch } from "./server-fetch.ts";
import type { SyncClient } from "./sync-client.ts";
import { asUserReference } from "@tidemark/core/names";

/** Timeout of the request; the user waits for the list. */
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
  readonly credential: ServerCredential;
}

/** Returns the newest revisions of a memo on the server. Rejects if it can't be reached. */
export async function fetchServerRevisions(
  { client, url, credential }: AskedServer,
  memo: string,
): Promise<readonly RevisionRecord[]> {
  return (await client.revisions(memo)) ?? fetchFromApi(url, credential, memo);
}

/** Servers up to 0.2 provide revisions only in the API. */
async function fetchFromApi(
  serverUrl: string,
  credential: ServerCredential,
  memo: string,
): Promise<RevisionRecord[]> {
  const path = `api/v1/memos/${encodeURIComponent(memo)}/revisions?pageSize=${pageSize}`;
  const response = await serverFetch(`${serverUrl.replace(/\/+$/, "")}/${path}`, {
    headers: headersOf(credential),
    signal: AbortSignal.timeout(timeoutMs),
  });
  // The server doesn't know a memo that was never sent.
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
