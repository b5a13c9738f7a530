import type { Caller } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { createServices } from "../../src/services/create-services.ts";
import { password } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { isPostgres } from "../temp-postgres-database.ts";
import { listOf, startWithUsers } from "../two-users.ts";
import { defineMeta, metaForm } from "@tidemark/core";

const settings = "/instance/settings";
const adminCaller: Caller = {
  name: "users/alice",
  role: "ADMIN",
  spaces: [],
  scope: null,
  device: "test",
};

describe("settings of the instance", () => {
  const shared = shareServer(startWithUsers);

  test("can be read and changed by administrators, with defaults", async () => {
    await using users = await startWithUsers({ rateLimit: 0, rateLimitAnonymous: 7 });
    const { alice, bob } = users;
    expect((await alice("GET", `${settings}/MEMO`)).body).toMatchObject({
      name: "instance/settings/MEMO",
      memoSetting: {
        contentLengthLimitBytes: 1024 * 1024,
        trashRetentionDays: 30,
        revisionRetentionDays: 90,
      },
    });
    expect((await alice("GET", `${settings}/STORAGE`)).body["storageSetting"]).toEqual({
      uploadSizeLimitBytes: 64 * 1024 * 1024,
      uploadSizeLimitMb: "64",
      quotaBytesPerUser: 0,
    });
    expect((await alice("GET", `${settings}/LIMITS`)).body["limitsSetting"]).toEqual({
      requestsPerHour: 0,
      anonymousRequestsPerHour: 7,
    });
    expect((await alice("GET", `${settings}/COLOURS`)).status).toBe(404);
    expect((await bob("GET", `${settings}/MEMO`)).status).toBe(403);
    const change = { generalSetting: { title: "Ours" } };
    expect((await bob("PATCH", `${settings}/GENERAL`, change)).status).toBe(403);
    const changed = await alice("PATCH", `${settings}/GENERAL?updateMask=title`, change);
    expect(changed.body["generalSetting"]).toMatchObject({ title: "Ours", allowSignUp: false });
    const info = await bob("GET", "/system/info");
    expect(info.body["customizedProfile"]).toMatchObject({ title: "Ours" });
  });

  test.each([
    ["GENERAL", { generalSetting: { colour: 1 } }],
    ["GENERAL", { generalSetting: { logoUrl: "javascript:alert(1)" } }],
    ["GENERAL", { memoSetting: {} }],
    ["MEMO", { memoSetting: { trashRetentionDays: -1 } }],
    ["MEMO", { memoSetting: { contentLengthLimitBytes: "much" } }],
    ["LIMITS", { limitsSetting: { requestsPerHour: 1.5 } }],
    ["WEBHOOKS", {}],
  ])("%s rejects %j", async (key, body) => {
    const users = shared();
    expect((await users.alice("PATCH", `${settings}/${key}`, body)).status).toBe(400);
  });

  test("are read by memos' names and keys, which are all that others see", async () => {
    await using users = await startWithUsers();
    const { alice, bob, nobody } = users;
    await alice("PATCH", `${settings}/GENERAL`, {
      generalSetting: { title: "Ours", additionalScript: "x", weekStartDayOffset: 1 },
    });
    const general = {
      disallowUserRegistration: true,
      disallowPasswordAuth: false,
      disallowChangeUsername: true,
      disallowChangeNickname: false,
      weekStartDayOffset: 1,
      customProfile: { title: "Ours", description: "", logoUrl: "" },
    };
    const related = {
      contentLengthLimit: 1024 * 1024,
      enableDoubleClickEdit: false,
      reactions: ["👍", "❤️", "🎉", "😄", "😕", "👀"],
    };
    const shown = [
      { name: "instance/settings/GENERAL", generalSetting: general },
      { name: "instance/settings/MEMO_RELATED", memoRelatedSetting: related },
      {
        name: "instance/settings/ACCESS",
        accessSetting: { accessMode: "INSTANCE_ACCESS_MODE_PRIVATE" },
      },
    ];
    const names = shown.map(({ name }) => name);
    expect((await bob("GET", `${settings}/GENERAL`)).body).toEqual(shown[0]);
    expect((await bob("GET", `${settings}/MEMO_RELATED`)).body).toEqual(shown[1]);
    for (const by of [alice, bob]) {
      expect((await by("GET", `${settings}/ACCESS`)).body).toEqual(shown[2]);
    }
    expect((await bob("POST", `${settings}:batchGet`, { names })).body).toEqual({
      settings: shown,
    });
    const ours = (await alice("GET", `${settings}/GENERAL`)).body["generalSetting"];
    expect(ours).toMatchObject({ ...general, allowSignUp: false, additionalScript: "x" });
    const whole = (await alice("GET", `${settings}/MEMO_RELATED`)).body["memoRelatedSetting"];
    expect(whole).toMatchObject({ ...related, contentLengthLimitBytes: 1024 * 1024 });

    for (const path of ["GENERAL", "MEMO_RELATED", "ACCESS", "STORAGE"]) {
      expect((await nobody("GET", `${settings}/${path}`)).status).toBe(401);
    }
    await alice("PATCH", `${settings}/GENERAL`, { generalSetting: { publicAccess: true } });
    expect((await nobody("GET", `${settings}/GENERAL`)).body).toEqual(shown[0]);
    const accessSetting = { accessMode: "INSTANCE_ACCESS_MODE_PUBLIC" };
    expect((await nobody("POST", `${settings}:batchGet`, { names })).body).toEqual({
      settings: [shown[0], shown[1], { ...shown[2], accessSetting }],
    });
    expect((await nobody("GET", `${settings}/STORAGE`)).status).toBe(401);
    expect((await nobody("PATCH", `${settings}/GENERAL`, {})).status).toBe(401);
  });

  test("are read several at once, all or none", async () => {
    const users = shared();
    const ask = (by: typeof users.alice, names: unknown) =>
      by("POST", `${settings}:batchGet`, { names });
    const named = (...keys: string[]): string[] => keys.map((key) => `instance/settings/${key}`);
    const all = await ask(users.alice, named("AI", "GENERAL", "MEMO", "STORAGE", "ACCESS", "AI"));
    expect(listOf(all, "settings").map(({ name }) => name)).toEqual(
      named("AI", "GENERAL", "MEMO", "STORAGE", "ACCESS", "AI"),
    );
    expect(JSON.stringify(all.body)).not.toContain("apiKey");
    expect((await ask(users.bob, named("GENERAL", "AI"))).status).toBe(403);
    for (const names of [
      [],
      named("COLOURS"),
      named("GENERAL", "COLOURS"),
      ["GENERAL"],
      named("GENERAL/x"),
      named(...Array<string>(21).fill("GENERAL")),
      "instance/settings/GENERAL",
    ]) {
      expect((await ask(users.alice, names)).status, JSON.stringify(names)).toBe(400);
    }
  });

  /** Settings that each row below starts from. */
  const defaults = {
    title: "Tidemark",
    allowSignUp: false,
    disablePasswordLogin: false,
    weekStartDayOffset: 0,
  };
  test.each([
    ["", { disallowUserRegistration: false }, { allowSignUp: true }],
    ["disallowUserRegistration", {}, { allowSignUp: true }],
    ["disallow_password_auth", { disallowPasswordAuth: true }, { disablePasswordLogin: true }],
    ["weekStartDayOffset", { weekStartDayOffset: -1 }, { weekStartDayOffset: -1 }],
    ["", { customProfile: { title: "T" } }, { title: "T", description: "Old" }],
    ["customProfile", { customProfile: { title: "T" } }, { title: "T", description: "Old" }],
    ["customProfile.description", { customProfile: {} }, { title: "Tidemark", description: "" }],
    ["general_setting", { customProfile: { title: "T" } }, { title: "T", description: "Old" }],
    ["custom_profile.title", { customProfile: { title: "T", description: "x" } }, { title: "T" }],
    ["", { disallowUserRegistration: false, allowSignUp: true }, { allowSignUp: true }],
    ["allowSignUp", { allowSignUp: true, disallowUserRegistration: true }, { allowSignUp: true }],
    ["", { disallowChangeUsername: true, title: "T" }, { title: "T" }],
  ])("are written by memos' keys: mask %j, %j", async (updateMask, sent, expected) => {
    const users = shared();
    const { alice } = users;
    const reset = await alice("PATCH", `${settings}/GENERAL`, {
      generalSetting: { ...defaults, description: "Old" },
    });
    expect(reset).toMatchObject({ status: 200, body: { generalSetting: defaults } });
    const path = `${settings}/GENERAL?updateMask=${updateMask}`;
    const changed = await alice("PATCH", path, { generalSetting: sent });
    expect(changed).toMatchObject({ status: 200, body: { generalSetting: expected } });
    const read = await alice("GET", `${settings}/GENERAL`);
    expect(read.body).toEqual(changed.body);
  });

  test.each(["general_setting", "generalSetting", " generalSetting ,"])(
    "that aren't in the body stay unchanged with the mask %j",
    async (mask) => {
      await using users = await startWithUsers();
      const { alice } = users;
      const own = {
        title: "Ours",
        instanceUrl: "https://notes.example.org",
        publicAccess: true,
        allowSignUp: true,
      };
      await alice("PATCH", `${settings}/GENERAL`, { generalSetting: own });
      const path = `${settings}/GENERAL?updateMask=${encodeURIComponent(mask)}`;
      const sent = { weekStartDayOffset: 1, disallowPasswordAuth: true };
      expect(await alice("PATCH", path, { generalSetting: sent })).toMatchObject({
        status: 200,
        body: {
          generalSetting: { ...own, weekStartDayOffset: 1, disablePasswordLogin: true },
        },
      });
      expect((await alice("PATCH", path, { generalSetting: {} })).status).toBe(400);
    },
  );

  test.each([
    ["", { disallowUserRegistration: true, allowSignUp: true }],
    ["", { title: "A", customProfile: { title: "B" } }],
    ["title,customProfile.title", { title: "A", customProfile: { title: "B" } }],
    ["", { disallowChangeUsername: false }],
    ["disallowChangeNickname", { disallowChangeNickname: true }],
    ["", { disallowUserRegistration: "no" }],
    ["", { weekStartDayOffset: 2 }],
    ["", { weekStartDayOffset: 0.5 }],
    ["", { customProfile: { colour: "red" } }],
    ["", { customProfile: "x" }],
    ["customProfile.colour", { customProfile: {} }],
    ["", { customProfile: { logoUrl: "javascript:alert(1)" } }],
  ])("refuse what memos' keys cannot say: mask %j, %j", async (updateMask, sent) => {
    const users = shared();
    const before = (await users.alice("GET", `${settings}/GENERAL`)).body;
    const path = `${settings}/GENERAL?updateMask=${updateMask}`;
    const refused = await users.alice("PATCH", path, { generalSetting: sent });
    expect(refused).toMatchObject({ status: 400, body: { code: 3 } });
    expect((await users.alice("GET", `${settings}/GENERAL`)).body).toEqual(before);
  });

  test("of memos are one with ours under both names", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    const path = `${settings}/MEMO_RELATED`;
    for (const [mask, sent, bytes] of [
      ["", { contentLengthLimit: 100 }, 100],
      ["contentLengthLimit", { contentLengthLimit: "90" }, 90],
      ["contentLengthLimitBytes", { contentLengthLimitBytes: 80 }, 80],
      ["memo_related_setting", { contentLengthLimit: 70, reactions: ["👍"] }, 70],
    ] as const) {
      const changed = await alice("PATCH", `${path}?updateMask=${mask}`, {
        memoRelatedSetting: sent,
      });
      expect(changed).toMatchObject({
        status: 200,
        body: { memoRelatedSetting: { contentLengthLimit: bytes, contentLengthLimitBytes: bytes } },
      });
    }
    const { memoSetting } = (await alice("GET", `${settings}/MEMO`)).body;
    expect(memoSetting).toMatchObject({ contentLengthLimitBytes: 70, reactions: ["👍"] });
    expect((await alice("POST", "/memos", { content: "x".repeat(71) })).status).toBe(413);
    for (const sent of [
      { contentLengthLimit: 1, contentLengthLimitBytes: 2 },
      { enableDoubleClickEdit: true },
    ]) {
      expect((await alice("PATCH", path, { memoRelatedSetting: sent })).status).toBe(400);
    }
    const theirs = { memoRelatedSetting: { contentLengthLimit: 5 } };
    expect((await bob("PATCH", path, theirs)).status).toBe(403);
  });

  test("say by ACCESS who reads what is public, and the profile says it to anybody", async () => {
    await using users = await startWithUsers();
    const { alice, bob, nobody } = users;
    const read = async () => ({
      mode: (await nobody("GET", "/instance/profile")).body["accessMode"],
      publicAccess: (await nobody("GET", "/instance/profile")).body["publicAccess"],
      general: (await alice("GET", `${settings}/GENERAL`)).body["generalSetting"],
    });
    const [isPrivate, isPublic] = ["INSTANCE_ACCESS_MODE_PRIVATE", "INSTANCE_ACCESS_MODE_PUBLIC"];
    await alice("PATCH", `${settings}/GENERAL`, { generalSetting: { title: "Ours" } });
    expect(await read()).toMatchObject({ mode: isPrivate, publicAccess: false });
    for (const [mask, accessMode] of [
      ["", isPublic],
      ["access_mode", isPrivate],
      ["accessSetting", isPublic],
      ["access_setting.access_mode", isPrivate],
      ["accessSetting.accessMode", isPublic],
    ]) {
      const path = `${settings}/ACCESS?updateMask=${mask}`;
      const name = "instance/settings/ACCESS";
      const changed = await alice("PATCH", path, { name, accessSetting: { accessMode } });
      expect(changed).toMatchObject({ status: 200, body: { name, accessSetting: { accessMode } } });
      const publicAccess = accessMode === isPublic;
      expect(await read()).toMatchObject({
        mode: accessMode,
        publicAccess,
        general: { publicAccess, title: "Ours" },
      });
    }
    const before = await read();
    for (const [mask, body] of [
      ["", {}],
      ["", { accessSetting: {} }],
      ["accessMode", { accessSetting: {} }],
      ["", { accessSetting: { accessMode: "INSTANCE_ACCESS_MODE_UNSPECIFIED" } }],
      ["", { accessSetting: { accessMode: true } }],
      ["", { accessSetting: { publicAccess: false } }],
      ["title", { accessSetting: { accessMode: isPrivate, title: "x" } }],
      ["publicAccess", { accessSetting: { accessMode: isPrivate } }],
      ["generalSetting", { accessSetting: { accessMode: isPrivate } }],
      ["", { generalSetting: { publicAccess: false } }],
    ] as const) {
      const refused = await alice("PATCH", `${settings}/ACCESS?updateMask=${mask}`, body);
      expect(refused.status, `${mask} ${JSON.stringify(body)}`).toBe(400);
    }
    const theirs = { accessSetting: { accessMode: isPrivate } };
    expect((await bob("PATCH", `${settings}/ACCESS`, theirs)).status).toBe(403);
    expect((await nobody("PATCH", `${settings}/ACCESS`, theirs)).status).toBe(401);
    expect(await read()).toEqual(before);
  });

  test("say the largest file in megabytes too, as memos does", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    const mib = 1024 * 1024;
    const write = (storageSetting: object, mask = "") =>
      alice("PATCH", `${settings}/STORAGE?updateMask=${mask}`, { storageSetting });
    const changes: readonly (readonly [
      sent: object,
      bytes: number,
      shown: string,
      mask?: string,
    ])[] = [
      [{ uploadSizeLimitMb: "100" }, 100 * mib, "100"],
      [{ uploadSizeLimitMb: 7 }, 7 * mib, "7", "upload_size_limit_mb"],
      [{ uploadSizeLimitMb: 8, quotaBytesPerUser: 5 }, 8 * mib, "8", "storageSetting"],
      [{ uploadSizeLimitBytes: 2.5 * mib }, 2.5 * mib, "2"],
      // Sending back the value that was read changes nothing.
      [{ uploadSizeLimitMb: "2" }, 2.5 * mib, "2"],
      [{ uploadSizeLimitMb: "2", uploadSizeLimitBytes: String(2.5 * mib) }, 2.5 * mib, "2"],
      [{ uploadSizeLimitMb: "3", uploadSizeLimitBytes: 3.5 * mib }, 3.5 * mib, "3"],
      [{ uploadSizeLimitBytes: 10 }, 10, "1"],
      [{ uploadSizeLimitMb: 1 }, 10, "1"],
      [{ uploadSizeLimitMb: 2 ** 20 }, 2 ** 40, "1048576"],
      // In memos 0 means the default, and proto3 omits it.
      [{ uploadSizeLimitMb: 0 }, 64 * mib, "64"],
      [{ uploadSizeLimitMb: 5 }, 5 * mib, "5"],
      [{}, 64 * mib, "64", "uploadSizeLimitMb"],
      [{ uploadSizeLimitBytes: 0 }, 0, "0"],
      [{ uploadSizeLimitMb: "0" }, 0, "0"],
    ];
    for (const [sent, bytes, shown, mask] of changes) {
      const { status, body } = await write(sent, mask);
      expect({ status, ...body }, JSON.stringify(sent)).toMatchObject({
        status: 200,
        storageSetting: { uploadSizeLimitBytes: bytes, uploadSizeLimitMb: shown },
      });
    }
    const before = (await alice("GET", `${settings}/STORAGE`)).body;
    expect(before["storageSetting"]).toMatchObject({ quotaBytesPerUser: 5 });
    for (const storageSetting of [
      { uploadSizeLimitMb: -1 },
      { uploadSizeLimitMb: 1.5 },
      { uploadSizeLimitMb: "many" },
      { uploadSizeLimitMb: "" },
      { uploadSizeLimitMb: true },
      { uploadSizeLimitMb: [3] },
      { uploadSizeLimitMb: 2 ** 20 + 1 },
      { uploadSizeLimitMb: 4, uploadSizeLimitBytes: 3.5 * mib },
      { storageType: "S3", uploadSizeLimitMb: 4 },
    ]) {
      const refused = await write(storageSetting);
      expect(refused.status, JSON.stringify(storageSetting)).toBe(400);
    }
    expect((await alice("GET", `${settings}/STORAGE`)).body).toEqual(before);
  });

  test("name no place to sign in with another account, nor accounts there", async () => {
    const users = shared();
    const providers = await users.nobody("GET", "/identity-providers");
    expect(providers).toMatchObject({ status: 200, body: { identityProviders: [] } });
    const linked = await users.bob("GET", "/users/bob/linkedIdentities");
    expect(linked).toMatchObject({ status: 200, body: { linkedIdentities: [] } });
    expect((await users.bob("GET", "/users/alice/linkedIdentities")).status).toBe(404);
  });

  test("survive a restart", async () => {
    const secretKey = new Uint8Array(32).fill(7);
    await using users = await startWithUsers({}, { secretKey });
    const { alice, server } = users;
    const provider = { baseUrl: "https://ai.example/v1", model: "m", apiKey: "sk-secret" };
    await alice("PATCH", `${settings}/AI`, { aiSetting: { provider } });
    await alice("PATCH", `${settings}/GENERAL`, { generalSetting: { title: "Ours" } });
    const { files } = server.services;
    const restarted = await createServices(server.services, { files, secretKey });
    expect(restarted.instance.current()).toEqual(server.services.instance.current());
    expect(restarted.instance.current().AI.provider).toEqual(provider);
    // Without the key, only the provider's API key is lost.
    const { instance } = await createServices(server.services, { files });
    expect(instance.current().AI.provider.apiKey).toBe("");
    expect(instance.current().GENERAL.title).toBe("Ours");
  });

  test("survive a patch of other fields, and never return the provider's key", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    const path = `${settings}/AI`;
    const provider = { baseUrl: "https://ai.example/v1", model: "m", apiKey: "sk-secret" };
    const set = await alice("PATCH", path, { aiSetting: { provider } });
    expect(set.body["aiSetting"]).toEqual({ provider: { baseUrl: provider.baseUrl, model: "m" } });
    const back = { aiSetting: { provider: { baseUrl: provider.baseUrl, model: "n" } } };
    expect((await alice("PATCH", path, back)).status).toBe(200);
    expect(await server.services.aiProvider()).toEqual({ ...provider, model: "n" });
    const stored = await server.services.database.read(({ meta }) =>
      meta.get(defineMeta("setting:AI", metaForm.text)),
    );
    expect(stored).not.toContain("sk-secret");
  });
});

describe("effects of the settings", () => {
  test("the content limit applies to later writes", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    await alice("PATCH", `${settings}/MEMO`, { memoSetting: { contentLengthLimitBytes: "10" } });
    expect((await alice("POST", "/memos", { content: "0123456789" })).status).toBe(200);
    expect((await alice("POST", "/memos", { content: "0123456789a" })).status).toBe(413);
  });

  test("the rate limits change without a restart, and 0 turns one off", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    expect((await bob("GET", "/auth/me")).headers.has("x-ratelimit-limit")).toBe(false);
    await alice("PATCH", `${settings}/LIMITS`, { limitsSetting: { requestsPerHour: 2 } });
    expect((await bob("GET", "/auth/me")).headers.get("x-ratelimit-limit")).toBe("2");
    await bob("GET", "/auth/me");
    expect((await bob("GET", "/auth/me")).status).toBe(429);
    await alice("PATCH", `${settings}/LIMITS`, { limitsSetting: { requestsPerHour: 0 } });
    expect((await bob("GET", "/auth/me")).status).toBe(200);
  });

  test("the upload limit and the quota apply to files", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    const file = { filename: "a.txt", type: "text/plain", content: btoa("0123456789") };
    const limit = (storageSetting: object) =>
      alice("PATCH", `${settings}/STORAGE`, { storageSetting });
    await limit({ uploadSizeLimitBytes: 9 });
    expect((await bob("POST", "/attachments", file)).status).toBe(413);
    await limit({ uploadSizeLimitBytes: 10 });
    expect((await bob("POST", "/attachments", file)).status).toBe(200);
  });

  test("the trash keeps memos for the configured days", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    await alice("PATCH", `${settings}/MEMO`, { memoSetting: { trashRetentionDays: 2 } });
    await alice("POST", "/memos?memoId=a", { content: "" });
    await alice("DELETE", "/memos/a");
    server.clock.nowMs += 2 * 86_400_000 - 1000;
    await server.services.upkeep();
    expect(await server.services.database.read(({ memos }) => memos.find("a"))).not.toBeNull();
    server.clock.nowMs += 2000;
    await server.services.upkeep();
    expect(await server.services.database.read(({ memos }) => memos.find("a"))).toBeNull();
  });

  test("earlier texts are thinned to one a day after the configured days", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    const keep = (revisionRetentionDays: number) =>
      alice("PATCH", `${settings}/MEMO`, { memoSetting: { revisionRetentionDays } });
    server.clock.nowMs = Date.UTC(2026, 10, 20, 12);
    const signedIn = await users.nobody("POST", "/auth/signin", { username: "alice", password });
    const api = users.as(String(signedIn.body["accessToken"]));
    await api("POST", "/memos?memoId=a", { content: "0" });
    for (const content of ["1", "2", "3"]) await api("PATCH", "/memos/a", { content });
    const left = async (): Promise<number> => {
      await server.services.upkeep();
      const read = server.services.database.read(({ revisions }) => revisions.listByMemo("a", 10));
      return (await read).length;
    };
    await keep(0);
    server.clock.nowMs += 400 * 86_400_000;
    expect(await left()).toBe(3);
    await server.services.instance.update(adminCaller, "MEMO", {
      mask: "",
      fields: { revisionRetentionDays: 400 },
    });
    expect(await left()).toBe(3);
    server.clock.nowMs += 2 * 86_400_000;
    expect(await left()).toBe(1);
  });

  test("sign-up is rejected while closed, and creates a plain account while open", async () => {
    await using users = await startWithUsers();
    const { alice, nobody, as } = users;
    const dora = { username: "dora", password };
    expect(await nobody("POST", "/auth/signup", dora)).toMatchObject({
      status: 403,
      body: { code: 7 },
    });
    expect((await alice("GET", "/users/dora")).status).toBe(404);
    await alice("PATCH", `${settings}/GENERAL`, { generalSetting: { allowSignUp: true } });
    expect((await nobody("GET", "/instance/profile")).body["allowSignUp"]).toBe(true);
    const made = await nobody("POST", "/auth/signup", { ...dora, role: "ADMIN" });
    expect(made).toMatchObject({ status: 200, body: { user: { username: "dora", role: "USER" } } });
    expect(made.headers.get("set-cookie")).toContain("tidemark_session=");
    expect((await as(String(made.body["accessToken"]))("GET", "/users")).status).toBe(403);
    expect((await nobody("POST", "/auth/signup", dora)).status).toBe(409);
    const short = { username: "eve", password: "short" };
    expect((await nobody("POST", "/auth/signup", short)).status).toBe(400);
  });

  test("without password sign-in, only administrators can use a password", async () => {
    await using users = await startWithUsers();
    const { alice, nobody } = users;
    await alice("PATCH", `${settings}/GENERAL`, { generalSetting: { disablePasswordLogin: true } });
    const signIn = (username: string) => nobody("POST", "/auth/signin", { username, password });
    expect((await signIn("bob")).status).toBe(403);
    expect((await signIn("alice")).status).toBe(200);
  });

  test("public access gives anonymous callers access only to PUBLIC memos", async () => {
    await using users = await startWithUsers();
    const { alice, nobody, as } = users;
    await alice("POST", "/memos?memoId=pub", { visibility: "PUBLIC", content: "#open" });
    await alice("POST", "/memos?memoId=prot", { content: "", visibility: "PROTECTED" });
    await alice("POST", "/memos?memoId=own", { content: "" });
    await alice("POST", "/memos/pub/comments?commentId=c", { content: "hi" });
    await alice("POST", "/memos/prot/comments?commentId=d", { content: "hi" });
    const reads = [
      "",
      "/pub",
      "/pub/comments",
      "/pub/relations",
      "/pub/reactions",
      "/pub/attachments",
    ];
    for (const read of reads) expect((await nobody("GET", `/memos${read}`)).status, read).toBe(401);

    await alice("PATCH", `${settings}/GENERAL`, { generalSetting: { publicAccess: true } });
    expect((await nobody("GET", "/instance/profile")).body["publicAccess"]).toBe(true);
    for (const read of reads) expect((await nobody("GET", `/memos${read}`)).status, read).toBe(200);
    const listed = listOf(await nobody("GET", "/memos?showDeleted=true"), "memos");
    expect(listed.map((memo) => memo["name"])).toEqual(["memos/pub"]);
    for (const hidden of ["prot", "own", "d", "prot/comments"]) {
      expect((await nobody("GET", `/memos/${hidden}`)).status, hidden).toBe(401);
    }
    for (const [method, path] of [
      ["POST", "/memos"],
      ["PATCH", "/memos/pub"],
      ["DELETE", "/memos/pub"],
      ["POST", "/memos/pub/reactions"],
      ["GET", "/users/alice"],
      ["GET", "/memos/pub/shares"],
    ] as const) {
      const body = method === "GET" ? undefined : {};
      expect((await nobody(method, path, body)).status, `${method} ${path}`).toBe(401);
    }
    expect((await as("bad")("GET", "/memos/pub")).status).toBe(401);
  });

  test("its figures are for administrators", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos", { content: "x" });
    for (const filename of ["a.txt", "b.txt"]) {
      await alice("POST", "/attachments", { filename, content: btoa("same") });
    }
    const { body } = await alice("GET", "/instance/stats");
    expect(body).toMatchObject({ users: 3, memos: 1, attachments: 2, localStorageBytes: "4" });
    expect(body["databaseBytes"]).toMatch(/^[1-9]\d*$/);
    // Memos has these keys.
    const driver = isPostgres ? "postgres" : "sqlite";
    expect(body["database"]).toEqual({ driver, sizeBytes: body["databaseBytes"] });
    expect(body["generatedTime"]).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z$/);
    expect((await bob("GET", "/instance/stats")).status).toBe(403);
  });
});
