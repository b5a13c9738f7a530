/** Returns the text of a body as shown, with formulas as TeX, and without the progress of tasks. */
export function readText(body: HTMLElement): string {
  const formulas = [...body.querySelectorAll<HTMLElement>(".math[data-tex]")];
  const shown = formulas.map((formula) => [...formula.childNodes]);
  // Synchronous, so the browser never paints it.
  for (const formula of formulas) formula.replaceChildren(formula.dataset["tex"] ?? "");
  const about = [...body.querySelectorAll<HTMLElement>(".task-progress")];
  for (const each of about) each.hidden = true;
  const text = body.innerText;
  for (const each of about) each.hidden = false;
  formulas.forEach((formula, at) => formula.replaceChildren(...shown[at]!));
  return text;
}
