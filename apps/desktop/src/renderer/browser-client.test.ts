// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followNewKeys } from "./browser-client.ts";

/** What the host answers to a key: a status, or nothing at all. */
let answer: () => Promise<Response>;
const opened = vi.fn<() => void>();
followNewKeys(opened);

beforeEach(() => {
  opened.mockClear();
  vi.stubGlobal(
    "fetch",
    vi.fn(() => answer()),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Pastes an address with a key over that of the page, and waits until its answer was looked at. */
async function pasteKey(): Promise<void> {
  location.hash = "#key=pasted";
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  await new Promise((resolve) => setImmediate(resolve));
}

describe("a page over which an address is pasted", () => {
  test("hears of the session that its key opened, and the key leaves the address", async () => {
    answer = async () => new Response(null, { status: 204 });
    await pasteKey();
    expect(opened).toHaveBeenCalledOnce();
    expect(location.hash).toBe("#/");
  });

  test.each([401, 500])("stays as it is when the key is answered with %i", async (status) => {
    answer = async () => new Response(null, { status });
    await pasteKey();
    expect(opened).not.toHaveBeenCalled();
  });

  test("stays as it is when nothing answers", async () => {
    answer = () => Promise.reject(new TypeError("fetch failed"));
    await pasteKey();
    expect(opened).not.toHaveBeenCalled();
  });
});
