import { expect, test } from "vitest";
import { password } from "../http-server.ts";
import { api, cutListeners, startTwo } from "./two-processes.ts";

const general = "/instance/settings/GENERAL";

test.each([
  ["with notifications", false],
  ["without notifications", true],
])(
  "%s, a setting changed in one process applies to the next request of the other",
  async (_, isDeaf) => {
    const { a, b, alice } = await startTwo({ isDeaf });
    const [set, stranger, owner] = [api(a, alice), api(b, undefined), api(b, alice)];
    const shown = await owner("POST", "/memos", { content: "all", visibility: "PUBLIC" });
    for (let round = 0; round < 10; round += 1) {
      const isOn = round % 2 === 0;
      const generalSetting = { allowSignUp: isOn, publicAccess: isOn, title: `round ${round}` };
      expect((await set("PATCH", general, { generalSetting })).status).toBe(200);
      const [read, signedUp, title] = await Promise.all([
        stranger("GET", `/${String(shown.body["name"])}`),
        stranger("POST", "/auth/signup", { username: `user${round}`, password }),
        owner("GET", general),
      ]);
      expect([read.status, signedUp.status]).toEqual(isOn ? [200, 200] : [401, 403]);
      expect(title.body).toMatchObject({ generalSetting: { title: `round ${round}` } });
      const contentLengthLimitBytes = isOn ? 5 : 5000;
      const memoSetting = { contentLengthLimitBytes };
      expect((await set("PATCH", "/instance/settings/MEMO", { memoSetting })).status).toBe(200);
      const made = await owner("POST", "/memos", { content: "longer than that" });
      expect(made.status).toBe(isOn ? 413 : 200);
    }
  },
);

test("settings written by two processes at once have the later value in both", async () => {
  const { a, b, alice } = await startTwo();
  for (let round = 0; round < 15; round += 1) {
    const write = (server: typeof a, key: string, value: number) =>
      api(server, alice)("PATCH", general, { generalSetting: { [key]: `${key} ${value}` } });
    const replies = await Promise.all([
      write(a, "title", 1),
      write(b, "title", 2),
      write(a, "description", 3),
      write(b, "locale", 4),
      round % 5 === 4 ? cutListeners(a) : null,
    ]);
    expect(replies.map((reply) => reply?.status ?? 200)).toEqual([200, 200, 200, 200, 200]);
    const [ofA, ofB] = await Promise.all([
      api(a, alice)("GET", general),
      api(b, alice)("GET", general),
    ]);
    expect(ofA.body).toEqual(ofB.body);
    expect(ofA.body).toMatchObject({
      generalSetting: { description: "description 3", locale: "locale 4" },
    });
  }
});
