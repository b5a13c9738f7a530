import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toBase64 } from "../bytes/base64.ts";

/** Page that the app shows in a frame, with its own content security policy. */
export interface FramedPage {
  readonly body: string;
  readonly contentSecurityPolicy: string;
}

/**
 * Shows one image from another host. The parent page sends the URL by message, so markup alone can't trigger
 * a request. The sandboxed page has no origin and can't access the app. It reports the image's size, or 0 if
 * it failed.
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

/**
 * Draws diagrams for the parent page. The first message contains the drawing library and a port that receives
 * texts and returns SVGs, so the page makes no requests. Untrusted texts are rendered in a sandbox without an
 * origin.
 */
const diagramScript = `
addEventListener("message", ({ source, data, ports: [port] }) => {
  if (source !== parent || typeof data !== "string" || port === undefined) return;
  const engine = document.createElement("script");
  engine.src = URL.createObjectURL(new Blob([data], { type: "text/javascript" }));
  const isReady = new Promise((resolve) => { engine.onload = resolve; });
  document.head.append(engine);
  let last = isReady;
  port.onmessage = ({ data: { n, text, colours } }) => {
    last = last.then(() => draw(n, text, colours)).then(
      (drawn) => port.postMessage({ n, drawn }),
      () => port.postMessage({ n, drawn: null }),
    );
  };
}, { once: true });

async function draw(n, text, { isDark, ground, text: ink, line, fill, soft }) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: 20000,
    maxEdges: 400,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: "base",
    fontFamily: "system-ui, sans-serif",
    themeVariables: {
      darkMode: isDark,
      background: ground,
      primaryColor: fill,
      primaryTextColor: ink,
      primaryBorderColor: line,
      secondaryColor: soft,
      tertiaryColor: soft,
      edgeLabelBackground: ground,
      clusterBkg: ground,
      lineColor: line,
      textColor: ink,
      fontSize: "14px",
    },
  });
  const { svg } = await mermaid.render("d" + n, text);
  const drawing = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  const { width, height } = drawing.viewBox.baseVal;
  drawing.setAttribute("width", width);
  drawing.setAttribute("height", height);
  const title = drawing.querySelector("title")?.textContent ?? "";
  return { svg: new XMLSerializer().serializeToString(drawing), width, height, title: title.slice(0, 500) };
}
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
        // Applies even if the page is opened directly by its URL.
        "sandbox allow-scripts",
      ].join("; "),
    },
  ],
  [
    "/frames/diagram",
    {
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagram</title><body><script>${diagramScript}</script></body></html>`,
      contentSecurityPolicy: [
        "default-src 'none'",
        `script-src '${hashOf(diagramScript)}' blob:`,
        // The drawing library measures with inline styles.
        "style-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
      ].join("; "),
    },
  ],
]);

/** Paths of the framed pages. */
export const framedPaths: readonly string[] = [...framedPages.keys()];

export function findFramedPage(path: string): FramedPage | undefined {
  return framedPages.get(path);
}

function hashOf(text: string): string {
  return `sha256-${toBase64(sha256(utf8ToBytes(text)))}`;
}
