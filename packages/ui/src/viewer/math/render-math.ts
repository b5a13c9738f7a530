/** Maximum time to draw formulas of a body at once; the rest are drawn in later tasks. */
const budgetMs = 30;
/** Maximum length of a formula; a longer one stays as written. */
const maxLength = 5000;
const maxCached = 300;

type Draw = (tex: string, isBlock: boolean) => Node | null;

let draw: Draw | null = null;
let loading: Promise<void> | null = null;
/** Drawn formulas by their source; `null` for invalid ones. */
const drawn = new Map<string, Node | null>();

/**
 * Draws the formulas of a body: at once if that is quick, the rest in later tasks. An invalid formula stays
 * as written.
 */
export function renderMath(body: HTMLElement): void {
  const formulas = [...body.querySelectorAll<HTMLElement>(".math[data-math]:not([data-drawn])")];
  if (formulas.length === 0) return;
  if (draw === null) void load().then(() => drawAll(formulas));
  else drawAll(formulas);
}

async function load(): Promise<void> {
  loading ??= import("./draw-math.ts").then((loaded) => {
    draw = loaded.drawMath;
  });
  try {
    await loading;
  } catch {
    // A later attempt may succeed; the formula is readable as written.
    loading = null;
  }
}

function drawAll(formulas: readonly HTMLElement[]): void {
  if (draw === null) return;
  const endMs = performance.now() + budgetMs;
  let next = 0;
  while (next < formulas.length && performance.now() < endMs) {
    const formula = formulas[next++]!;
    if (formula.isConnected) drawOne(formula, draw);
  }
  if (next < formulas.length) setTimeout(() => drawAll(formulas.slice(next)), 0);
}

function drawOne(formula: HTMLElement, draw: Draw): void {
  const tex = formula.textContent ?? "";
  const isBlock = formula.dataset["math"] !== "inline";
  // Keep a word that a search has marked.
  if (tex.length > maxLength || formula.querySelector("mark") !== null) return;
  const key = `${isBlock} ${tex}`;
  if (!drawn.has(key)) drawn.set(key, draw(tex, isBlock));
  const found = drawn.get(key) ?? null;
  const oldest = drawn.keys().next();
  if (drawn.size > maxCached && oldest.done !== true) drawn.delete(oldest.value);
  formula.dataset["drawn"] = found === null ? "no" : "";
  if (found === null) return;
  formula.dataset["tex"] = tex;
  formula.replaceChildren(found.cloneNode(true));
}
