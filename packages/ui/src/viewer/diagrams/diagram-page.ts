// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of an address cannot be imported.
/// <reference path="./mermaid-url.d.ts" />

import engineAddress from "mermaid/dist/mermaid.min.js?url";
import { z } from "zod";

export type Drawing =
  | {
      readonly type: "drawn";
      /** Address of an SVG, for an image: there it runs no script and loads nothing. */
      readonly address: string;
      readonly width: number;
      readonly height: number;
      /** Title that its author gave it; may be empty. */
      readonly title: string;
    }
  | { readonly type: "problem" };

const maxCached = 100;
/** Maximum time to wait for a diagram. */
const deadlineMs = 20_000;
const maxSide = 20_000;

const side = z.number().positive().max(maxSide);
const answerSchema = z.object({
  n: z.int(),
  drawn: z
    .object({
      svg: z.string().max(4_000_000),
      width: side,
      height: side,
      title: z.string().max(500),
    })
    .nullable(),
});
type Answer = z.infer<typeof answerSchema>;

const drawings = new Map<string, Promise<Drawing>>();

/**
 * Draws a diagram in the page of `/frames/diagram`, which has no origin, makes no requests, and returns an
 * image. The image is cached by text and colours.
 */
export function drawDiagram(text: string): Promise<Drawing> {
  const colours = coloursNow();
  const key = `${JSON.stringify(colours)}\n${text}`;
  const known = drawings.get(key);
  if (known !== undefined) return known;
  const drawing = ask(text, colours);
  drawings.set(key, drawing);
  drawing.catch(() => drawings.delete(key));
  const [oldest] = drawings;
  if (drawings.size > maxCached && oldest !== undefined) dropDrawing(...oldest);
  return drawing;
}

function dropDrawing(key: string, drawing: Promise<Drawing>): void {
  drawings.delete(key);
  // The images that show it have loaded it long ago.
  void drawing.then((drawn) => drawn.type === "drawn" && URL.revokeObjectURL(drawn.address));
}

let asked = 0;

async function ask(text: string, colours: Colours): Promise<Drawing> {
  const port = await openPage();
  const n = ++asked;
  const { drawn } = await new Promise<Answer>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      port.removeEventListener("message", onAnswer);
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error("The diagram took too long"));
    }, deadlineMs);
    const onAnswer = ({ data }: MessageEvent): void => {
      const answer = answerSchema.safeParse(data);
      if (!answer.success || answer.data.n !== n) return;
      stop();
      resolve(answer.data);
    };
    port.addEventListener("message", onAnswer);
    port.postMessage({ n, text, colours });
  });
  if (drawn === null) return { type: "problem" };
  const { svg, width, height, title } = drawn;
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  return { type: "drawn", address, width: Math.ceil(width), height: Math.ceil(height), title };
}

let page: Promise<MessagePort> | null = null;

function openPage(): Promise<MessagePort> {
  page ??= begin().catch((error: unknown) => {
    page = null;
    throw error;
  });
  return page;
}

/** Opens the page and passes it the drawing script, because it fetches nothing itself. */
async function begin(): Promise<MessagePort> {
  const response = await fetch(engineAddress);
  if (!response.ok) throw new Error(`What draws diagrams is not there: ${response.status}`);
  const engine = await response.text();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.className = "diagram-page";
  frame.src = "/frames/diagram";
  const { port1, port2 } = new MessageChannel();
  port1.start();
  await new Promise((resolve) => {
    frame.addEventListener("load", resolve, { once: true });
    document.body.append(frame);
  });
  // The frame's origin is opaque and can't be named.
  frame.contentWindow?.postMessage(engine, "*", [port2]);
  return port1;
}

interface Colours {
  readonly isDark: boolean;
  readonly ground: string;
  readonly text: string;
  readonly line: string;
  readonly fill: string;
  readonly soft: string;
}

/** Returns the colours as the browser computes them, because tokens are made of other tokens. */
function coloursNow(): Colours {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    return hexOf(getComputedStyle(probe).color);
  };
  const colours = {
    ground: colour("--surface"),
    text: colour("--text"),
    line: colour("--border-strong"),
    fill: colour("--accent-soft"),
    soft: colour("--sunken"),
  };
  probe.remove();
  return { ...colours, isDark: brightness(colours.ground) < 128 };
}

/** Returns a colour as `#rrggbb`: the drawing script doesn't read all notations of all browsers. */
function hexOf(colour: string): string {
  const parts = (/^rgba?\(([^)]+)\)$/.exec(colour)?.[1] ?? "0, 0, 0").split(/[\s,/]+/).slice(0, 3);
  return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("")}`;
}

function brightness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  );
  return red * 0.3 + green * 0.59 + blue * 0.11;
}
