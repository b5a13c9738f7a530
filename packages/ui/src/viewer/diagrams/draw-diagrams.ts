import { viewerStrings } from "../strings.ts";
import { drawDiagram } from "./diagram-page.ts";

/** Maximum length of a diagram's text; a longer one stays code. */
const maxLength = 20_000;

/**
 * Draws the blocks of a body whose language is that of diagrams. A block that cannot be drawn stays code,
 * with a message.
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
  // The drawing script may be unavailable: the block stays code, and a later attempt may succeed.
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

/** Returns a button that toggles between the diagram and its text. */
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

/** Draws every diagram again when the colours change. */
function watchTheme(): void {
  if (isWatching) return;
  isWatching = true;
  const again = (): void => drawDiagrams(document);
  new MutationObserver(again).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}
