import { notFound } from "@tidemark/core";
import { expect, test } from "vitest";
import { createPageFiles } from "./page-files.ts";

async function asked(url: string): Promise<{ readonly status: number; readonly seen: unknown[] }> {
  const seen: unknown[] = [];
  const answer = createPageFiles({
    upload: async () => ({ ok: false, error: notFound() }),
    answer: async (id, { isSmall }) => {
      seen.push([id, isSmall]);
      return { ok: true, value: { status: 200, headers: {}, body: null } };
    },
  });
  const { status } = await answer({ method: "GET", url, headers: {}, body: null });
  return { status, seen };
}

test.each([
  ["/file/attachments/a1/b.png", ["a1", false]],
  ["/file/attachments/a1/b%2Fc.png?thumbnail=true", ["a1", true]],
  // As memos 0.31 writes it into texts.
  ["/file/attachments/a1", ["a1", false]],
  ["/file/attachments/a1?thumbnail=true", ["a1", true]],
])("the page gets the bytes of the file at %s", async (url, file) => {
  expect(await asked(url)).toEqual({ status: 200, seen: [file] });
});

test.each(["/file/attachments", "/file/attachments/", "/file/attachments/a1/", "/file/users/a1"])(
  "%s is not found",
  async (url) => expect(await asked(url)).toEqual({ status: 404, seen: [] }),
);
