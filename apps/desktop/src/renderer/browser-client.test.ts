// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followNewKeys } from "./browser-client.ts";

/** The host's response to a key: a status, or a network error. */
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

/** Pastes an address with a key over the page's, and waits until the response was processed. */
async function pasteKey(): Promise<void> {
  location.hash = "#key=pasted";
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  await new Promise((resolve) => setImmediate(resolve));
}

describe("a page over whose address another is pasted", () => {
  test("gets a session for the key, and removes it from the address", async () => {
    answer = async () => new Response(null, { status: 204 });
    await pasteKey();
    await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
    expect(location.hash).toBe("#/");
  });

  test.each([401, 500])("stays unchanged if the host answers %i", async (status) => {
    answer = async () => new Response(null, { status });
    await pasteKey();
    expect(opened).not.toHaveBeenCalled();
  });

  test("stays unchanged if the host doesn't answer", async () => {
    answer = () => Promise.reject(new TypeError("fetch failed"));
    await pasteKey();
    expect(opened).not.toHaveBeenCalled();
  });
});
