import { expect, test } from "vitest";
import { createDataDir, listMemos, start } from "../start/started.ts";
import { memoFolder } from "./memo-folder.ts";
import { connectByStdio } from "./connect-stdio.ts";

test(
  "an assistant on this computer reads and changes memos, before and while the app is open",
  { timeout: 60_000 },
  async () => {
    const dir = await memoFolder("low tide at six");
    const assistant = await connectByStdio(dir, "2026-07-28", ["--write"]);
    expect(await assistant.tools()).toContain("create_memo");
    const found = await assistant.call("search_memos", { query: "tide" });
    expect(found.output).toMatchObject({ memos: [{ snippet: "low tide at six" }] });

    const app = start(["--browser", "--data", dir, "--port", "0"]);
    const url = await app.url;
    const made = await assistant.call("create_memo", { content: "written beside the app" });
    expect(made).toMatchObject({ isError: false });
    expect(await listMemos(url)).toContain("written beside the app");
    app.child.kill("SIGTERM");
    expect(await app.ended).toBe(0);
    const again = await assistant.call("search_memos", { query: "beside" });
    expect(again.output).toMatchObject({ memos: [{ snippet: "written beside the app" }] });
  },
);

test("a folder without memos is refused, and not made", async () => {
  await expect(connectByStdio(await createDataDir(), "2026-07-28")).rejects.toThrow(/closed/i);
});
