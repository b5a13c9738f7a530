import { createHash } from "node:crypto";

/** A page that the app's page shows in a frame of its own, with a policy of its own. */
export interface FramedPage {
  readonly body: string;
  readonly contentSecurityPolicy: string;
}

/**
 * Shows one picture of another host: the address comes from the page around it, by a message, so that
 * markup alone can make this page ask for nothing. In a sandbox without an origin it can reach nothing
 * of the app; what it tells is how large the picture is, and 0 where there is none.
 */
const remoteImageScript = `
let isAsked = false;
addEventListener("message", (event) => {
  if (isAsked || event.source !== parent || typeof event.data !== "string") return;
  const address = URL.parse(event.data);
  if (address?.protocol !== "https:") return;
  isAsked = true;
  const image = new Image();
  const report = () => parent.postMessage({ width: image.naturalWidth, height: image.naturalHeight }, "*");
  image.alt = "";
  image.referrerPolicy = "no-referrer";
  image.onload = () => { document.body.append(image); report(); };
  image.onerror = report;
  image.src = address.href;
});
`;

const remoteImageStyle = `
html, body { margin: 0; block-size: 100%; background: transparent; }
img { display: block; inline-size: 100%; block-size: 100%; object-fit: contain; }
`;

const framedPages: ReadonlyMap<string, FramedPage> = new Map([
  [
    "/frames/remote-image",
    {
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Image</title><style>${remoteImageStyle}</style><body><script>${remoteImageScript}</script></body></html>`,
      contentSecurityPolicy: [
        "default-src 'none'",
        "img-src https:",
        `script-src '${hashOf(remoteImageScript)}'`,
        `style-src '${hashOf(remoteImageStyle)}'`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        // Also where somebody opens it by its address.
        "sandbox allow-scripts",
      ].join("; "),
    },
  ],
]);

/** The framed page of a path, if it is one's. */
export function findFramedPage(path: string): FramedPage | undefined {
  return framedPages.get(path);
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
