import { describe, expect, test } from "vitest";
import { browserName } from "./browser-name.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the name of a browser", () => {
  test.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/156.0.0.0 Safari/537.36`, "Chrome on Linux"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0`,
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0",
      "Firefox on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari on Mac",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1",
      "Chrome on iPhone",
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${webKit} SamsungBrowser/29.0 Chrome/142.0 Mobile Safari/537.36`,
      "Samsung Internet on Android",
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/156.0.0.0 Safari/537.36`,
      "Chrome on ChromeOS",
    ],
    ["curl/8.5.0", "Browser"],
    ["", "Browser"],
  ])("of %s is found in the user agent", (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });

  test("is read from the beginning of a hostile user agent only", () => {
    expect(browserName(`${" ".repeat(1_000_000)}Firefox/150.0`)).toBe("Browser");
  });
});
