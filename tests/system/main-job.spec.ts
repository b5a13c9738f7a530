import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { apiClient, createToken } from "./api-client.ts";
import { openDevice } from "./device-page.ts";
import { startApp, startServer } from "./running-program.ts";

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

test("a memo written offline reaches a second device and an API client", async ({ browser }) => {
  const home = await mkdtemp(join(tmpdir(), "tidemark-main-job-"));
  const [desk, laptop, cellar] = ["desk", "laptop", "cellar"].map((name) => join(home, name));
  if (desk === undefined || laptop === undefined || cellar === undefined)
    throw new Error("unreachable");

  await test.step("device 1 writes five memos without a server, and finds them", async () => {
    const app = await startApp(desk);
    {
      await using device = await openDevice(browser, app.url);
      await device.write("Plan the week #work\n\n- [ ] write the report\n- [x] book the room");
      await device.write("Call the plumber #home\n\n- [ ] ask for Tuesday");
      await device.write("Tide tables for Brest #sea");
      await device.write("Read about hybrid clocks #work/reading");
      await device.write("First line of a letter\n\nsome words between\n\nLast line of a letter");
      for (const words of ["Plan the week", "plumber", "Tide tables", "hybrid clocks", "letter"]) {
        await expect(device.memo(words)).toBeVisible();
      }
      await device.search("tide");
      await expect(device.memo("Tide tables")).toBeVisible();
      await expect(device.memo("Plan the week")).toBeHidden();
    }
    await app.kill();
  });

  await using app1 = await startApp(desk);
  await using device1 = await openDevice(browser, app1.url);
  await test.step("after kill -9 all five are there", async () => {
    for (const words of ["Plan the week", "plumber", "Tide tables", "hybrid clocks", "letter"]) {
      await expect(device1.memo(words)).toBeVisible();
    }
  });

  let server = await startServer(cellar, { args: adminArgs });
  const port = Number(new URL(server.url).port);
  const serverUrl = server.url;
  await using app2 = await startApp(laptop);
  await using device2 = await openDevice(browser, app2.url);

  await test.step("a wrong password is said in words", async () => {
    await device2.connect(serverUrl, admin.username, "wrong horse");
    await expect(device2.page.getByRole("alert")).toContainText(/password/i);
    await device2.page.keyboard.press("Escape");
  });

  await test.step("both devices connect and show the five", async () => {
    for (const device of [device1, device2]) {
      await device.connect(serverUrl, admin.username, admin.password);
      await expect(device.syncPill()).toHaveAccessibleName(/Synced/);
    }
    for (const words of ["Plan the week", "plumber", "Tide tables", "hybrid clocks", "letter"]) {
      await expect(device2.memo(words)).toBeVisible();
    }
  });

  await test.step("both edit the same memo while the server is gone", async () => {
    await server.stop();
    await device1.edit("First line of a letter", "end of first line", ", from the desk");
    await device2.edit("First line of a letter", "end", ", from the laptop");
    const card = device2.memo("First line of a letter");
    await card.hover();
    await card.getByRole("button", { name: "Pin", exact: true }).click();
    await expect(device2.syncPill()).toHaveAccessibleName(/Offline|Error/);
  });

  server = await startServer(cellar, { port });
  await test.step("when it is back, both show both edits and the pin", async () => {
    for (const device of [device1, device2]) {
      const card = device.memo("First line of a letter");
      await expect(card).toContainText("First line of a letter, from the desk", {
        timeout: 30_000,
      });
      await expect(card).toContainText("Last line of a letter, from the laptop", {
        timeout: 30_000,
      });
      await card.hover();
      await expect(card.getByRole("button", { name: "Unpin", exact: true })).toBeVisible();
    }
  });

  const token = await createToken(serverUrl, admin);
  const api = apiClient(serverUrl, token.value);
  await test.step("an API client filters them and edits one; both devices show it", async () => {
    const filter = encodeURIComponent('"work" in tags && has_incomplete_tasks');
    const listed = await api.get(`/memos?filter=${filter}`);
    expect(listed.status).toBe(200);
    expect(listed.body.memos).toHaveLength(1);
    const memo = listed.body.memos[0];
    expect(memo).toMatchObject({ creator: "users/alice", tags: ["work"], visibility: "PRIVATE" });

    const changed = await api.send("PATCH", `/${memo.name}?updateMask=content,visibility`, {
      content: memo.content.replace("write the report", "write the report by API"),
      visibility: "PROTECTED",
    });
    expect(changed.status).toBe(200);
    expect(changed.body.visibility).toBe("PROTECTED");
    for (const device of [device1, device2]) {
      await expect(device.memo("Plan the week")).toContainText("write the report by API");
      await expect(device.memo("Plan the week")).toContainText("Signed-in users");
    }
  });

  await test.step("what is wrong is refused as decided", async () => {
    const wrong = await apiClient(serverUrl, null).send("POST", "/auth/signin", {
      ...admin,
      password: "wrong horse",
    });
    expect([wrong.status, wrong.body.code]).toEqual([401, 16]);

    const badFilter = await api.get(`/memos?filter=${encodeURIComponent("create_time > now")}`);
    expect([badFilter.status, badFilter.body.code]).toEqual([400, 3]);
    expect(badFilter.body.message).toContain("created_ts");

    const listed = await api.get("/memos?pageSize=1");
    const name = listed.body.memos[0].name;
    const badMask = await api.send("PATCH", `/${name}?updateMask=contents`, { contents: "x" });
    expect([badMask.status, badMask.body.code]).toEqual([400, 3]);
    expect(JSON.stringify(badMask.body)).toContain("contents");

    expect((await api.send("DELETE", `/access-tokens/${token.id}`)).status).toBe(200);
    const revoked = await api.get("/memos");
    expect([revoked.status, revoked.body.code]).toEqual([401, 16]);
    expect(JSON.stringify(revoked.body.details)).toContain("TOKEN_REVOKED");
  });

  await server.stop();
  await rm(home, { recursive: true, force: true });
});
