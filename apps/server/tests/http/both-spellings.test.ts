import { describe, expect, test } from "vitest";
import { startWithUsers } from "../two-users.ts";
import { shareServer } from "../shared-server.ts";

const shared = shareServer(startWithUsers);

describe("a parameter in both spellings", () => {
  test.each([
    "/memos?pageSize=2&page_size=2",
    "/memos?orderBy=create_time%20desc&order_by=create_time%20desc",
    "/memos?showDeleted=false&show_deleted=false",
    "/users/alice/notifications?pageSize=30&page_size=30",
    "/attachments?pageSize=5&page_size=5&orderBy=&order_by=",
  ])("is accepted if both values are equal: %s", async (path) => {
    expect((await shared().alice("GET", path)).status).toBe(200);
  });

  test.each([
    "/memos?pageSize=2&page_size=3",
    "/memos?pageSize=2&page_size=2&page_size=2",
    "/memos?orderBy=create_time&order_by=update_time",
  ])("is rejected if they differ: %s", async (path) => {
    expect(await shared().alice("GET", path)).toMatchObject({ status: 400, body: { code: 3 } });
  });

  test("is handled alike in bodies, for values of every type", async () => {
    const { alice } = shared();
    const place = { latitude: 1, longitude: 2, placeholder: "here" };
    const body = { content: "x", createTime: "2020-01-01T00:00:00Z", location: place };
    const twice = { ...body, create_time: body.createTime };
    expect((await alice("POST", "/memos?memoId=twice", twice)).status).toBe(200);
    const other = { ...body, create_time: "2021-01-01T00:00:00Z" };
    expect((await alice("POST", "/memos?memoId=other", other)).status).toBe(400);
    const updated = { update_mask: "content", updateMask: "content", content: "y" };
    expect(
      (
        await alice("PATCH", "/memos/twice?updateMask=content&update_mask=content", {
          content: updated.content,
        })
      ).status,
    ).toBe(200);
  });
});
