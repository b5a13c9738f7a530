import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { listOf, startWithUsers } from "../two-users.ts";

const general = "/users/bob/settings/GENERAL";
const tags = "/users/bob/settings/TAGS";

const shared = shareServer(startWithUsers);

describe("a user's settings", () => {
  test("are listed with their defaults, page by page, and are theirs alone", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    const list = await bob("GET", "/users/bob/settings");
    expect(list.body).toEqual({
      settings: [
        {
          name: "users/bob/settings/GENERAL",
          generalSetting: {
            locale: "en",
            memoVisibility: "PRIVATE",
            theme: "",
            saveMediaMetadata: false,
          },
        },
        { name: "users/bob/settings/WEBHOOKS", webhooksSetting: { webhooks: [] } },
        { name: "users/bob/settings/TAGS", tagsSetting: { tags: {} } },
      ],
      nextPageToken: "",
    });
    const first = await bob("GET", "/users/bob/settings?pageSize=2");
    const token = String(first.body["nextPageToken"]);
    const second = await bob("GET", `/users/bob/settings?pageSize=2&pageToken=${token}`);
    expect([...listOf(first, "settings"), ...listOf(second, "settings")]).toEqual(
      list.body["settings"],
    );
    for (const path of ["/users/bob/settings", general]) {
      expect((await alice("GET", path)).status, path).toBe(404);
    }
    const patched = await alice("PATCH", general, { generalSetting: { locale: "de" } });
    expect(patched.status).toBe(404);
    expect((await bob("GET", "/users/bob/settings/COLOURS")).status).toBe(404);
    expect((await bob("GET", "/users/2/settings/GENERAL")).body["name"]).toBe(general.slice(1));
  });

  test.each(["locale", "generalSetting.locale", "general_setting.locale", "generalSetting", ""])(
    "accept the mask %j",
    async (mask) => {
      const users = shared();
      const { bob } = users;
      await bob("PATCH", general, { generalSetting: { theme: "dark", locale: "en" } });
      const changed = await bob("PATCH", `${general}?updateMask=${mask}`, {
        name: "users/bob/settings/GENERAL",
        generalSetting: { locale: "de" },
      });
      expect(changed.body["generalSetting"]).toMatchObject({
        locale: "de",
        theme: "dark",
      });
      expect((await bob("GET", general)).body).toEqual(changed.body);
    },
  );

  test.each([
    ["an unknown field", "", { generalSetting: { colour: 1 } }],
    ["an unknown path", "?updateMask=colour", { generalSetting: {} }],
    ["another setting's key", "", { tagsSetting: { tags: {} } }],
    ["a wrong type", "", { generalSetting: { saveMediaMetadata: "yes" } }],
    ["a visibility that needs a space", "", { generalSetting: { memoVisibility: "SPACE" } }],
    ["nothing at all", "", {}],
  ])("reject %s", async (_, query, body) => {
    const users = shared();
    expect((await users.bob("PATCH", general + query, body)).status).toBe(400);
  });

  test("never publish a memo that says nothing of its visibility", async () => {
    await using users = await startWithUsers();
    const { bob } = users;
    for (const memoVisibility of ["PROTECTED", "PUBLIC"]) {
      await bob("PATCH", general, { generalSetting: { memoVisibility } });
      for (const body of [{}, { visibility: "VISIBILITY_UNSPECIFIED" }, { visibility: "" }]) {
        const made = await bob("POST", "/memos", { content: "", ...body });
        expect(made.body["visibility"]).toBe("PRIVATE");
      }
      const said = await bob("POST", "/memos", { content: "", visibility: "PUBLIC" });
      expect(said.body["visibility"]).toBe("PUBLIC");
    }
  });

  test("read as what clients take them for while they are unset, and stay unset", async () => {
    await using users = await startWithUsers();
    const { bob, server } = users;
    const kept = () =>
      server.services.database.read(({ registers }) => registers.list("users/bob", "setting"));
    const shown = async () => (await bob("GET", general)).body["generalSetting"];
    expect(await shown()).toMatchObject({ locale: "en", memoVisibility: "PRIVATE" });
    expect(await kept()).toEqual([]);
    await bob("PATCH", general, { generalSetting: { locale: "de", memoVisibility: "public" } });
    expect(await shown()).toMatchObject({ locale: "de", memoVisibility: "PUBLIC" });
    const unset = await bob("PATCH", general, {
      generalSetting: { locale: "", memoVisibility: "" },
    });
    expect(unset.body["generalSetting"]).toMatchObject({ locale: "en", memoVisibility: "PRIVATE" });
    expect((await kept()).map(({ value }) => value)).toEqual(["", ""]);
  });

  test("keep names of tags as they are written, whatever they look like", async () => {
    const users = shared();
    const { bob } = users;
    const style = { backgroundColor: { red: 1, green: 0.5, blue: 0 }, blurContent: true };
    const named = { my_tag: style, "a/b": style, "(a+)+$": style, constructor: style };
    const changed = await bob("PATCH", `${tags}?updateMask=tags`, {
      tags_setting: { tags: { ...named, snake: { blur_content: true } } },
    });
    expect(changed.status).toBe(200);
    expect(changed.body["tagsSetting"]).toEqual({
      tags: { ...named, snake: { blurContent: true } },
    });
    expect((await bob("GET", tags)).body).toEqual(changed.body);
    const wrong = { tagsSetting: { tags: { x: { backgroundColor: { red: 2 } } } } };
    expect((await bob("PATCH", tags, wrong)).status).toBe(400);
  });

  test("show webhooks, which are written one by one", async () => {
    const users = shared();
    const { bob } = users;
    const path = "/users/bob/settings/WEBHOOKS";
    expect((await bob("GET", path)).body["webhooksSetting"]).toEqual({ webhooks: [] });
    const refused = await bob("PATCH", path, { webhooksSetting: { webhooks: [] } });
    expect(refused).toMatchObject({ status: 400, body: { code: 9 } });
  });
});

describe("shortcuts and views", () => {
  test("are one store with two faces: a shortcut is a view without an icon", async () => {
    await using users = await startWithUsers();
    const { bob, server } = users;
    const shortcut = await bob("POST", "/users/bob/shortcuts", {
      title: "Pinned",
      filter: "pinned",
    });
    expect(shortcut.body).toEqual({
      name: expect.stringMatching(/^users\/bob\/shortcuts\/\w+$/) as string,
      title: "Pinned",
      filter: "pinned",
    });
    server.clock.nowMs += 1;
    const view = await bob("POST", "/users/bob/views", { title: "All", icon: { emoji: "🌊" } });
    expect(view.body).toMatchObject({ title: "All", filter: "", icon: { emoji: "🌊" } });
    expect(listOf(await bob("GET", "/users/bob/views"), "memoViews")).toMatchObject([
      { title: "Pinned", name: String(shortcut.body["name"]).replace("shortcuts", "views") },
      { title: "All" },
    ]);
    expect((await bob("GET", "/users/bob/shortcuts")).body["shortcuts"]).toEqual([shortcut.body]);
    const asShortcut = `/${String(view.body["name"]).replace("views", "shortcuts")}`;
    expect((await bob("GET", asShortcut)).status).toBe(404);
  });

  test("are changed by mask or body and deleted", async () => {
    const users = shared();
    const { bob } = users;
    const made = await bob("POST", "/users/bob/views", { title: "V", icon: { lucide: "waves" } });
    const path = `/${String(made.body["name"])}`;
    const changed = await bob("PATCH", path, { ...made.body, filter: "has_link" });
    expect(changed.body).toMatchObject({
      title: "V",
      filter: "has_link",
      icon: { lucide: "waves" },
    });
    const bare = await bob("PATCH", `${path}?updateMask=icon`, {});
    expect(bare.body).not.toHaveProperty("icon");
    expect((await bob("GET", path)).body).toEqual(bare.body);
    expect((await bob("DELETE", path)).body).toEqual({});
    expect((await bob("GET", path)).status).toBe(404);
  });

  test("with validateOnly are checked and not kept", async () => {
    await using users = await startWithUsers();
    const { bob } = users;
    const path = "/users/bob/shortcuts?validateOnly=true";
    expect((await bob("POST", path, { title: "x", filter: "pinned" })).status).toBe(200);
    expect((await bob("POST", path, { title: "x", filter: "pinned &&" })).status).toBe(400);
    expect((await bob("GET", "/users/bob/shortcuts")).body["shortcuts"]).toEqual([]);
  });

  test.each([
    ["shortcuts", { title: "x", filter: "create_time > now" }],
    ["shortcuts", { title: "x", filter: "pinned == 1" }],
    ["shortcuts", { title: "x", filter: "" }],
    ["shortcuts", { title: " ", filter: "pinned" }],
    ["shortcuts", { filter: "pinned" }],
    ["views", { title: "x", filter: "nothing" }],
    ["views", { title: "x", icon: { emoji: "🌊", lucide: "waves" } }],
    ["views", { title: "x", icon: { lucide: "../etc" } }],
  ])("reject an invalid one: %s %j", async (face, body) => {
    const users = shared();
    const made = await users.bob("POST", `/users/bob/${face}`, body);
    expect(made).toMatchObject({ status: 400, body: { code: 3 } });
  });

  test("are accessible only to their owner", async () => {
    const users = shared();
    const { bob, carol } = users;
    const made = await bob("POST", "/users/bob/shortcuts", { title: "x", filter: "pinned" });
    const path = `/${String(made.body["name"])}`;
    const mine = path.replace("users/bob", "users/carol");
    for (const each of [path, mine]) {
      expect((await carol("GET", each)).status).toBe(404);
      expect((await carol("PATCH", each, { title: "y" })).status).toBe(404);
      expect((await carol("DELETE", each)).status).toBe(404);
    }
    expect((await carol("GET", "/users/bob/shortcuts")).status).toBe(404);
    expect(
      (await carol("POST", "/users/bob/shortcuts", { title: "x", filter: "pinned" })).status,
    ).toBe(404);
  });
});
