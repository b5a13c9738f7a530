import { app, type Session, shell, type WebContents } from "electron";

/** Permissions that the page always has: writing text to the clipboard and full-screen video. */
const allowedPermissions: ReadonlySet<string> = new Set([
  "clipboard-sanitized-write",
  "fullscreen",
]);

/** URL schemes that links may open; any other might start a program. */
const outside: ReadonlySet<string> = new Set(["https:", "http:", "mailto:"]);

/** Fields of Electron's details for media requests. */
interface MediaRequest {
  readonly isMainFrame: boolean;
  readonly requestingUrl: string;
  readonly mediaTypes?: readonly string[];
}

/** Restricts every page, current and future, to the app's own origin and blocks new windows. */
export function guardPages(origin: string): void {
  app.on("web-contents-created", (_event, contents) => guardPage(contents, origin));
}

function guardPage(contents: WebContents, origin: string): void {
  const stay = (event: { preventDefault(): void; readonly url: string }): void => {
    if (originOf(event.url) !== origin) event.preventDefault();
  };
  contents.on("will-navigate", stay);
  contents.on("will-frame-navigate", stay);
  contents.on("will-redirect", stay);
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternally(url);
    return { action: "deny" };
  });
}

/**
 * Rejects every permission except the allowed ones and the microphone, for recordings. Only the app's own
 * page gets them, not pages in its frames. Requests that include a camera are rejected entirely.
 */
export function guardSession(session: Session, origin: string): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const { isMainFrame, requestingUrl, mediaTypes } = details as MediaRequest;
    const isOwn = originOf(contents.getURL()) === origin;
    const isMicrophone =
      permission === "media" &&
      isMainFrame &&
      originOf(requestingUrl) === origin &&
      mediaTypes?.join() === "audio";
    callback(isOwn && (allowedPermissions.has(permission) || isMicrophone));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    const isMicrophone =
      permission === "media" && details.isMainFrame && details.mediaType === "audio";
    return (
      originOf(requestingOrigin) === origin && (allowedPermissions.has(permission) || isMicrophone)
    );
  });
  session.setDevicePermissionHandler(() => false);
}

/** Opens links in the browser or mail program, and `geo:` links in the system's map app. */
function openExternally(url: string): void {
  const isPlace = /^geo:-?\d{1,3}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?$/.test(url);
  if (isPlace || outside.has(URL.parse(url)?.protocol ?? "")) void shell.openExternal(url);
}

/** `URL.origin` is opaque for non-web schemes. */
function originOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null ? null : `${parsed.protocol}//${parsed.host}`;
}
