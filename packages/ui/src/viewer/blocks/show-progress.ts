import { viewerStrings } from "../strings.ts";

/** One task says of itself whether it is done. */
const shownFrom = 2;

/** Says at the foot of a text how many of its tasks are done. */
export function showProgress(body: DocumentFragment): void {
  const boxes = [...body.querySelectorAll<HTMLInputElement>("input[data-task]")];
  if (boxes.length < shownFrom) return;
  const done = boxes.filter((box) => box.hasAttribute("checked")).length;
  const bar = document.createElement("progress");
  bar.max = boxes.length;
  bar.value = done;
  // What it says stands beside it.
  bar.setAttribute("aria-hidden", "true");
  const said = document.createElement("span");
  said.className = "task-progress";
  said.append(bar, viewerStrings.tasksDone(done, boxes.length));
  footOf(body).append(said);
}

function footOf(body: DocumentFragment): Element {
  const last = body.lastElementChild;
  if (last?.classList.contains("tag-line") === true) return last;
  const foot = document.createElement("p");
  foot.className = "tag-line";
  body.append(foot);
  return foot;
}
