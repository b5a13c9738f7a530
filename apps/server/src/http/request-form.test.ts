import { describe, expect, test } from "vitest";
import { requestForm } from "./request-form.ts";

describe("the form of a request", () => {
  test.each([
    ["GET", "/api/v1/memos", "current"],
    ["GET", "/api/v1/memos?pageSize=1&filter=x", "current"],
    ["GET", "/api/v1/memos?orderBy=create_time", "current"],
    ["GET", "/api/v1/memos?page=1", "older"],
    ["GET", "/api/v1/memos?limit=1", "older"],
    ["GET", "/api/v1/memos?tag=", "older"],
    ["GET", "/api/v1/memos?visibility=public", "older"],
    ["GET", "/api/v1/memos?order=asc", "older"],
    ["GET", "/api/v1/memos?orderBy=updated_ts", "older"],
    ["GET", "/api/v1/memos?filter=tag%3D1%26page", "current"],
    ["POST", "/api/v1/memos?page=1", "current"],
    ["GET", "/api/v1/memos/12", "older"],
    ["DELETE", "/api/v1/memos/12", "older"],
    ["PATCH", "/api/v1/memos/12", "older"],
    ["PATCH", "/api/v1/memos/12?updateMask=content", "current"],
    ["PATCH", "/api/v1/memos/12?update_mask=content", "current"],
    ["GET", "/api/v1/memos/a12", "current"],
    ["GET", "/api/v1/memos/12/comments", "current"],
    ["GET", "/api/v1/tags", "older"],
    ["GET", "/api/v1/tags/stats", "older"],
    ["GET", "/api/v1/resources/3", "older"],
    ["GET", "/api/v1/search?q=x", "older"],
    ["GET", "/api/v1/system/info", "older"],
    ["POST", "/api/v1/webhooks", "older"],
    ["GET", "/api/v1/users/alice/webhooks", "current"],
    ["GET", "/api/v1/auth/status", "older"],
    ["GET", "/api/v1/auth/me", "current"],
    ["DELETE", "/api/v1/access-tokens/x", "older"],
    ["GET", "/api/v1/tagsx", "current"],
    ["GET", "/%61pi/v1/%74ags", "older"],
    ["GET", "http://host.example/api/v1/memos?page=1", "older"],
    ["DELETE", "/api/v1/memos/%312", "older"],
    ["GET", "/api/v1/memos%2F12", "current"],
    ["GET", "/api/v1/%zz", "current"],
  ])("%s %s is %s", (method, url, form) => {
    expect(requestForm(method, url)).toBe(form);
  });
});
