import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { attachFile, createWorld, must, readBlob, type ServerReplica } from "./replicas.ts";

const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Returns violations of I14 on a server; `authored`: content attached by devices, by id. */
async function violationsOf(
  { database, blobs }: ServerReplica,
  authored: ReadonlyMap<string, Uint8Array>,
): Promise<string[]> {
  const files = await database.read(async ({ attachments }) =>
    attachments.findMany(await attachments.ids("", 1000)),
  );
  const violations: string[] = [];
  for (const { id, sha256 } of files) {
    const content = sha256 === null ? null : await readBlob(blobs, sha256);
    const bytes = authored.get(id);
    if (content === null) violations.push(`${id} has no content`);
    else if (sha(content) !== sha256) violations.push(`${id} is not what it is called`);
    else if (bytes !== undefined && !content.equals(bytes)) {
      violations.push(`${id} is not what was attached`);
    }
  }
  return violations;
}

describe("I14 · a server's attachments exist with the attached content", () => {
  test("if a connection loses the first upload and corrupts the second", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    const who = await desk.caller();
    must(await desk.memos.create(who, { id: "m", content: "x" }));
    const bytes = randomBytes(5000);
    const id = await attachFile(desk, who, { filename: "a", bytes, memo: "m" });
    const authored = new Map([[id, bytes]]);
    const { upload } = desk.blobTransport;
    const steps = [
      async (): Promise<never> => {
        throw new Error("the line is dead");
      },
      async (file: Parameters<typeof upload>[0]) => {
        const spoilt = Buffer.from(bytes);
        spoilt[100] = (spoilt[100] ?? 0) ^ 1;
        const server = world.server.blobUploads;
        const done = await server.finish(
          { ...who, device: "desk" },
          file,
          (async function* () {
            yield spoilt;
          })(),
        );
        return done.ok ? ({ type: "done" } as const) : ({ type: "corrupt" } as const);
      },
      upload,
    ];
    let step = 0;
    desk.blobTransport.upload = async (file, progress) => {
      const current = steps[Math.min(step, steps.length - 1)] ?? upload;
      step += 1;
      return current(file, progress);
    };
    for (let round = 0; round < 4; round += 1) {
      await desk.syncFiles().catch(() => undefined);
      expect(await violationsOf(world.server, authored)).toEqual([]);
    }
    const file = await world.server.database.read(({ attachments }) => attachments.find(id));
    expect(file).toMatchObject({ sha256: sha(bytes), memo: "m" });
  });

  test("and violations are detected for wrong and for missing content", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    const bytes = randomBytes(50);
    const id = await attachFile(desk, await desk.caller(), { filename: "a", bytes });
    await desk.syncFiles();
    const others = new Map([[id, randomBytes(50)]]);
    expect(await violationsOf(world.server, others)).toEqual([`${id} is not what was attached`]);
    await world.server.blobs.remove(sha(bytes), Number.POSITIVE_INFINITY);
    expect(await violationsOf(world.server, others)).toEqual([`${id} has no content`]);
  });
});
