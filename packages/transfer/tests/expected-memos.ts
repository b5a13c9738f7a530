import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseJson } from "@tidemark/core";
import { normaliseText } from "@tidemark/core/markdown";
import { expect } from "vitest";
import { z } from "zod";
import type { Profile } from "./open-profile.ts";

const fileSchema = z.object({
  uid: z.string(),
  author: z.string().nullable(),
  filename: z.string(),
  size: z.int(),
  sha256: z.string(),
  stored: z.string(),
});

const memoSchema = z.object({
  uid: z.string(),
  key: z.string(),
  author: z.string().nullable(),
  contentSha256: z.string(),
  createTime: z.int(),
  updateTime: z.int(),
  visibility: z.string(),
  pinned: z.boolean(),
  state: z.string(),
  tags: z.array(z.string()),
  location: z
    .object({ placeholder: z.string(), latitude: z.number(), longitude: z.number() })
    .nullable(),
  parent: z.string().nullable(),
  references: z.array(z.string()),
  attachments: z.array(fileSchema),
  reactions: z.array(z.object({ user: z.string(), reaction: z.string() })),
  seenThroughApiBy: z.array(z.string()),
});

export type ExpectedMemo = z.infer<typeof memoSchema>;

/** Reads the memos that a faithful import of a recorded server yields. */
export function expectedMemos(file: string): ExpectedMemo[] {
  return parseJson(z.object({ memos: z.array(memoSchema) }), readFileSync(file, "utf8")).memos;
}

function digest(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Removes the addresses that an import rewrites. */
function withoutAddresses(content: string): string {
  return content.replaceAll(
    /(?<=\()(?:http:\/\/[\d.:]+)?\/?(?:memos|file|o\/r)\/[^\s()]+(?=\))/g,
    "",
  );
}

/** Contents of a server's memos, without the addresses that an import rewrites. */
export interface Originals {
  readonly content: (uid: string) => string;
}

/** Compares a profile with the expected memos of one user, in every supported field. */
export async function expectMemos(
  profile: Profile,
  wanted: readonly ExpectedMemo[],
  user: string,
  originals: Originals,
  isBytesHere: (file: ExpectedMemo["attachments"][number]) => boolean,
): Promise<void> {
  const memos = await profile.all();
  expect(memos).toHaveLength(wanted.length);
  const own = new Set(wanted.map(({ uid }) => uid));
  const idOf = new Map<string, string>();
  for (const expected of wanted) {
    const content = originals.content(expected.uid);
    expect(digest(content), expected.key).toBe(expected.contentSha256);
    const candidates = memos.filter(
      (memo) =>
        memo.createdMs === expected.createTime * 1000 &&
        memo.updatedMs === expected.updateTime * 1000 &&
        withoutAddresses(memo.content) === withoutAddresses(normaliseText(content)) &&
        ![...idOf.values()].includes(memo.id),
    );
    expect(candidates.length, expected.key).toBeGreaterThan(0);
    idOf.set(expected.uid, candidates[0]!.id);
  }
  const seenBy = ["PRIVATE", "PROTECTED", "PUBLIC"];
  for (const given of wanted) {
    const above = wanted.find(({ uid }) => uid === given.parent);
    const isNarrower =
      above !== undefined && seenBy.indexOf(given.visibility) < seenBy.indexOf(above.visibility);
    // In Tidemark everyone who can read the parent can read its comments. A stricter comment becomes a memo
    // that references the parent.
    const expected = isNarrower
      ? { ...given, parent: null, references: [...given.references, above.uid] }
      : given;
    const memo = memos.find(({ id }) => id === idOf.get(expected.uid))!;
    const parent = expected.parent === null ? undefined : idOf.get(expected.parent);
    expect(memo, expected.key).toMatchObject({
      visibility: expected.visibility,
      pinned: expected.pinned,
      state: expected.state,
      location: expected.location,
      parent: parent ?? null,
    });
    const elements = (
      await profile.database.read((stores) => stores.memos.elements([memo.id]))
    ).get(memo.id);
    const references = (elements ?? []).filter(({ set }) => set === "relation");
    expect(references.map(({ key }) => key).toSorted(), expected.key).toEqual(
      expected.references
        .filter((uid) => own.has(uid) && uid !== expected.uid)
        .map((uid) => idOf.get(uid) ?? "")
        .toSorted(),
    );
    const reactions = await profile.memos.listReactions(profile.owner, memo.id, {
      pageSize: 100,
      pageToken: "",
    });
    expect(
      reactions.ok && reactions.value.items.map(({ reactionType }) => reactionType).toSorted(),
    ).toEqual(
      expected.reactions
        .filter((each) => each.user === user)
        .map(({ reaction }) => reaction)
        .toSorted(),
    );
    const files = await profile.filesOf(memo.id);
    const here = expected.attachments.filter(isBytesHere);
    expect(
      files.map(({ sha256, sizeBytes }) => ({ sha256, sizeBytes })),
      expected.key,
    ).toEqual(here.map(({ sha256, size }) => ({ sha256, sizeBytes: size })));
    for (const [at, file] of files.entries()) {
      const name = here[at]!.filename;
      if (Buffer.byteLength(name) <= 255) expect(file.filename).toBe(name);
      expect(digest(await profile.bytesOf(file))).toBe(here[at]!.sha256);
    }
  }
}
