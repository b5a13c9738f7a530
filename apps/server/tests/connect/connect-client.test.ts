import { Code, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { describe, expect, test } from "vitest";
import { badRequest, errorInfo, memosService } from "./connect-descriptors.ts";
import { password, startHttpServer } from "../http-server.ts";

type Method = (message: object) => Promise<Record<string, unknown>>;

/** Starts a server and generated clients, which know only the message descriptors. */
async function start() {
  const server = await startHttpServer();
  await server.alice();
  let bearer: string | null = null;
  const signed: Interceptor = (next) => (request) => {
    if (bearer !== null) request.header.set("authorization", `Bearer ${bearer}`);
    return next(request);
  };
  const transport = createConnectTransport({ baseUrl: server.url, interceptors: [signed] });
  const client = (service: string) =>
    createClient(memosService(service), transport) as unknown as Record<string, Method>;
  const method = (service: string, name: string): Method => {
    const found = client(service)[name];
    if (found === undefined) throw new Error(`${service} has no ${name}`);
    return found;
  };
  const passwordCredentials = { username: "alice", password };
  const signedIn = await method("AuthService", "signIn")({ passwordCredentials });
  bearer = String(signedIn["accessToken"]);
  return {
    signedIn,
    method,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe("a generated client", () => {
  test("reads every answer by its message, enums, times, long numbers and bytes among them", async () => {
    await using api = await start();
    expect(api.signedIn).toMatchObject({
      user: { name: "users/alice", role: 2, state: 1, email: "" },
      accessTokenExpiresAt: { seconds: expect.any(BigInt) as bigint },
    });
    expect(await api.method("AuthService", "getCurrentUser")({})).toMatchObject({
      user: { username: "alice" },
    });
    const profile = await api.method("InstanceService", "getInstanceProfile")({});
    expect(profile).toMatchObject({ version: "0.30.0", demo: false });
    const attachment = await api.method(
      "AttachmentService",
      "createAttachment",
    )({
      attachment: { filename: "f.txt", type: "text/plain", content: Buffer.from("tide") },
    });
    expect(attachment).toMatchObject({ filename: "f.txt", size: 4n, memo: "" });
    const memo = await api.method(
      "MemoService",
      "createMemo",
    )({
      memo: { content: "tide #coast", visibility: 2, state: 1, location: { latitude: 1.5 } },
      memoId: "m",
    });
    expect(memo).toMatchObject({
      name: "memos/m",
      state: 1,
      visibility: 2,
      pinned: false,
      tags: ["coast"],
      attachments: [],
      parent: "",
      property: { hasLink: false, title: "" },
      location: { latitude: 1.5, longitude: 0 },
      createTime: { seconds: expect.any(BigInt) as bigint },
    });
    await api.method(
      "MemoService",
      "setMemoAttachments",
    )({
      name: "memos/m",
      attachments: [{ name: attachment["name"] }],
    });
    const reaction = { contentId: "memos/m", reactionType: "👍" };
    await api.method("MemoService", "upsertMemoReaction")({ name: "memos/m", reaction });
    const updated = await api.method(
      "MemoService",
      "updateMemo",
    )({
      memo: { name: "memos/m", content: "ebb", pinned: true },
      updateMask: { paths: ["content", "pinned"] },
    });
    expect(updated).toMatchObject({
      content: "ebb",
      pinned: true,
      attachments: [{ size: 4n, memo: "memos/m" }],
      reactions: [reaction],
    });
    const listed = await api.method("MemoService", "listMemos")({ pageSize: 5, state: 1 });
    expect(listed).toMatchObject({ memos: [{ name: "memos/m" }], nextPageToken: "" });
    await api.method("MemoService", "deleteMemo")({ name: "memos/m" });
  });

  test("reads errors by their codes, with their details", async () => {
    await using api = await start();
    const failed = async (method: string, message: object): Promise<ConnectError> => {
      try {
        await api.method("MemoService", method)(message);
      } catch (error) {
        return ConnectError.from(error);
      }
      throw new Error(`${method} did not fail`);
    };
    const missing = await failed("getMemo", { name: "memos/none" });
    expect(missing.code).toBe(Code.NotFound);
    expect(missing.rawMessage).toBe("not found");
    expect(missing.findDetails(errorInfo)).toMatchObject([
      { reason: "NOT_FOUND", domain: "tidemark" },
    ]);
    const refused = await failed("getMemo", { name: "users/alice" });
    expect(refused.code).toBe(Code.InvalidArgument);
    expect(refused.findDetails(badRequest)).toMatchObject([
      { fieldViolations: [{ field: "name", description: "must be memos/{memo}" }] },
    ]);
    const filter = await failed("listMemos", { filter: "contnt == '🌊'" });
    expect(filter.code).toBe(Code.InvalidArgument);
    expect(filter.findDetails(errorInfo)).toHaveLength(1);
  });
});
