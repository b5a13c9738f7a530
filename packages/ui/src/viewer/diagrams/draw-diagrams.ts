import { viewerStrings } from "../strings.ts";
import { drawDiagram } from "./diagram-page.ts";

/** A longer text stays code. */
const maxLength = 20_000;

/**
 * Draws the blocks of a body that are diagrams by their language, when the page has time. What cannot
 * be drawn stays code, with a line that says so.
 */
export function drawDiagrams(body: ParentNode): void {
  for (const code of body.querySelectorAll<HTMLElement>("pre > code.language-mermaid")) {
    const frame = code.closest<HTMLElement>(".code-frame");
    const text = code.textContent ?? "";
    if (frame === null || text.trim() === "" || text.length > maxLength) continue;
    void drawIn(frame, text);
  }
}

async function drawIn(frame: HTMLElement, text: string): Promise<void> {
  watchTheme();
  // What draws may not be had: it stays code, and another time comes perhaps.
  const drawing = await drawDiagram(text).catch(() => null);
  if (!frame.isConnected || frame.querySelector("code")?.textContent !== text) return;
  frame.querySelector(":scope > .diagram, :scope > .diagram-problem")?.remove();
  delete frame.dataset["drawn"];
  if (drawing === null) return;
  if (drawing.type === "problem") {
    const problem = document.createElement("p");
    problem.className = "diagram-problem";
    problem.textContent = viewerStrings.noDiagram;
    frame.append(problem);
    return;
  }
  const image = document.createElement("img");
  image.alt = drawing.title === "" ? viewerStrings.diagram : drawing.title;
  image.width = drawing.width;
  image.height = drawing.height;
  image.src = drawing.address;
  const box = document.createElement("div");
  box.className = "diagram";
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", viewerStrings.diagram);
  box.append(image);
  frame.prepend(box);
  if (frame.querySelector("[data-diagram-text]") === null) frame.append(textButton(frame));
  frame.dataset["drawn"] = "";
}

/** Shows a diagram's text in its place, or the diagram again. */
function textButton(frame: HTMLElement): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset["diagramText"] = "";
  button.textContent = viewerStrings.diagramText;
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    const isText = frame.toggleAttribute("data-as-text");
    button.setAttribute("aria-pressed", String(isText));
  });
  return button;
}

let isWatching = false;

/** In other colours every diagram is drawn anew. */
function watchTheme(): void {
  if (isWatching) return;
  isWatching = true;
  const again = (): void => drawDiagrams(document);
  new MutationObserver(again).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}
