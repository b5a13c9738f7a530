/** Longest user agent that is read; real ones have about 200 characters. */
const maxRead = 500;

/** Browsers by a part of their user agent. Most also contain the names of those below them. */
const browsers: readonly (readonly [part: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPX|OPT|Opera)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bYaBrowser\//, "Yandex"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\bCriOS\//, "Chrome"],
  [/\bHeadlessChrome\/|\bChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [part: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/**
 * Returns the name of a browser on the user's other devices, such as "Firefox on Windows"; "Browser" if the
 * user agent names neither.
 */
export function browserName(userAgent: string): string {
  const read = userAgent.slice(0, maxRead);
  const browser = browsers.find(([part]) => part.test(read))?.[1] ?? "Browser";
  const system = systems.find(([part]) => part.test(read))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
