import { app, type Session, shell, type WebContents } from "electron";

/** What the page may always do: put text on the clipboard, and show a video on the whole screen. */
const allowedPermissions: ReadonlySet<string> = new Set([
  "clipboard-sanitized-write",
  "fullscreen",
]);

/** Where links may lead: any other scheme may start a program. */
const outside: ReadonlySet<string> = new Set(["https:", "http:", "mailto:"]);

/** What Electron says of a request for devices of the system, beside what it says of any. */
interface MediaRequest {
  readonly isMainFrame: boolean;
  readonly requestingUrl: string;
  readonly mediaTypes?: readonly string[];
}

/** Keeps every page, now and later, on the app's own origin and without the system's permissions. */
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
 * Refuses every permission but the allowed ones and the microphone, for who records: only the app's own
 * page gets them, and none of the pages in its frames. Whoever asks for a camera gets neither.
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

/** Links leave for the browser or a letter; two numbers for what the system has for maps. */
function openExternally(url: string): void {
  const isPlace = /^geo:-?\d{1,3}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?$/.test(url);
  if (isPlace || outside.has(URL.parse(url)?.protocol ?? "")) void shell.openExternal(url);
}

/** `URL.origin` is opaque for schemes that are not the web's own. */
function originOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null ? null : `${parsed.protocol}//${parsed.host}`;
}
