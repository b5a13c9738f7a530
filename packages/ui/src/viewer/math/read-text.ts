/**
 * The text of a body as it is read, with its formulas as they were written, and without what is said
 * about it.
 */
export function readText(body: HTMLElement): string {
  const formulas = [...body.querySelectorAll<HTMLElement>(".math[data-tex]")];
  const shown = formulas.map((formula) => [...formula.childNodes]);
  // In one go with what follows, so that nobody sees it.
  for (const formula of formulas) formula.replaceChildren(formula.dataset["tex"] ?? "");
  const about = [...body.querySelectorAll<HTMLElement>(".task-progress")];
  for (const each of about) each.hidden = true;
  const text = body.innerText;
  for (const each of about) each.hidden = false;
  formulas.forEach((formula, at) => formula.replaceChildren(...shown[at]!));
  return text;
}
