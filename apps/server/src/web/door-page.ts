import { escapeHtml } from "../pages/escape-html.ts";
import { type Page, pageDocument, tideLine, tideMark } from "../pages/page-document.ts";
import { pageFonts } from "../pages/page-fonts.ts";
import type { PageLanguage } from "../pages/page-words.ts";
import { doorStyle } from "./door-style.ts";

/** Field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: "password";
  /** Value of the `autocomplete` attribute. */
  readonly fill: "username" | "current-password" | "new-password" | "off";
  readonly hint?: string;
  /** Message if it is empty, unless its name has one. */
  readonly missing?: string;
  /** True for a code whose letters count as they are; others are shown in capitals. */
  readonly keepsCase?: boolean;
}

/** Link to another form. */
export interface OtherDoor {
  readonly question?: string;
  readonly label: string;
  readonly path: string;
}

/** Checkbox of a form; its value is "yes". */
export interface Check {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
}

export interface FormParts {
  readonly language: PageLanguage;
  readonly title: string;
  readonly lead?: string;
  readonly action: string;
  readonly fields: readonly Field[];
  readonly check?: Check | undefined;
  readonly submit: string;
  /** Values that were sent; passwords aren't shown again. */
  readonly values: ReadonlyMap<string, string>;
  /** Messages by the name of their field; that of "" is shown above the form. */
  readonly errors: ReadonlyMap<string, string>;
  /** Path to return to, sent with the form. */
  readonly next: string;
  /** Links below the form. */
  readonly others: readonly OtherDoor[];
  /** Script that fills the form. It works without. */
  readonly script?: string;
  /** Paths of files of the app, which the browser loads while the form is filled in. */
  readonly soon: readonly string[];
}

/** Returns a page with a form that works without scripts. */
export function formPage(parts: FormParts): Page {
  const { language, title, lead, action, fields, check, submit, errors, next, others, script } =
    parts;
  const focused =
    fields.find(({ name }) => errors.has(name)) ??
    fields.find(({ name, type }) => type === "password" || !parts.values.get(name));
  const alert = errors.get("");
  const main =
    `<h1>${escapeHtml(title)}</h1>` +
    (lead === undefined ? "" : `<p class="lead">${escapeHtml(lead)}</p>`) +
    (alert === undefined ? "" : `<p class="alert" role="alert">${escapeHtml(alert)}</p>`) +
    `<form method="post" action="${escapeHtml(action)}">` +
    fields.map((field) => fieldHtml(field, parts, field === focused)).join("") +
    (check === undefined ? "" : checkHtml(check, parts.values.has(check.name))) +
    (next === "/" ? "" : `<input type="hidden" name="next" value="${escapeHtml(next)}">`) +
    `<button class="button">${escapeHtml(submit)}</button></form>`;
  const links = others.map(({ question, label, path }) => {
    const asked = question === undefined ? "" : `<span>${escapeHtml(question)}</span> `;
    return `<p class="other">${asked}<a href="${escapeHtml(path)}">${escapeHtml(label)}</a></p>`;
  });
  return doorPage({
    language,
    title,
    body: `<p class="brand">${tideMark}Tidemark</p><div class="sheet">${main}</div>${links.join("")}`,
    directives: ["form-action 'self'"],
    head: parts.soon.map((path) => `<link rel="prefetch" href="/${escapeHtml(path)}">`).join(""),
    ...(script !== undefined && { scripts: [script] }),
  });
}

function fieldHtml(
  { name, label, type, fill, hint, keepsCase = false }: Field,
  { values, errors }: FormParts,
  isFocused: boolean,
): string {
  const error = errors.get(name);
  const described = [
    error === undefined ? "" : `${name}-error`,
    hint === undefined ? "" : `${name}-hint`,
  ].filter((id) => id !== "");
  const value = type === "password" ? "" : (values.get(name) ?? "");
  return (
    `<div><label for="${name}">${escapeHtml(label)}</label>` +
    `<input id="${name}" name="${name}" type="${type ?? "text"}" autocomplete="${fill}" required` +
    ` autocapitalize="none" autocorrect="off" spellcheck="false" dir="auto"` +
    (name === "code" && !keepsCase ? ` class="code"` : "") +
    (value === "" ? "" : ` value="${escapeHtml(value)}"`) +
    (described.length === 0 ? "" : ` aria-describedby="${described.join(" ")}"`) +
    (error === undefined ? "" : ` aria-invalid="true"`) +
    (isFocused ? " autofocus" : "") +
    `>` +
    (error === undefined ? "" : `<p class="error" id="${name}-error">${escapeHtml(error)}</p>`) +
    (hint === undefined ? "" : `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>`) +
    `</div>`
  );
}

function checkHtml({ name, label, hint }: Check, isChecked: boolean): string {
  return (
    `<div class="check"><input id="${name}" name="${name}" type="checkbox" value="yes"` +
    ` aria-describedby="${name}-hint"${isChecked ? " checked" : ""}>` +
    `<label for="${name}">${escapeHtml(label)}</label>` +
    `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p></div>`
  );
}

interface NoticeParts {
  readonly language: PageLanguage;
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly label: string; readonly path: string };
  /**
   * Path to load after some seconds. Written in full: without it, an address with a fragment would not be
   * loaded again.
   */
  readonly reload?: { readonly afterS: number; readonly path: string };
}

/** Returns a page with a message. */
export function noticePage({ language, title, text, link, reload }: NoticeParts): Page {
  const button =
    link === undefined
      ? ""
      : `<a class="button" href="${escapeHtml(link.path)}">${escapeHtml(link.label)}</a>`;
  const line = tideLine.replace("<svg ", `<svg class="line" `);
  return doorPage({
    language,
    title,
    body: `<div class="notice">${line}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button}</div>`,
    directives: ["form-action 'none'"],
    ...(reload !== undefined && {
      head: `<meta http-equiv="refresh" content="${reload.afterS};url=${escapeHtml(reload.path)}">`,
    }),
  });
}

function doorPage({
  language,
  title,
  body,
  directives,
  head,
  scripts = [],
}: {
  readonly language: PageLanguage;
  readonly title: string;
  readonly body: string;
  readonly directives: readonly string[];
  readonly head?: string;
  readonly scripts?: readonly string[];
}): Page {
  const isNamed = title.includes("Tidemark");
  return pageDocument({
    language,
    title: isNamed ? title : `${title} · Tidemark`,
    styles: [pageFonts().inter.css + doorStyle],
    body: `<main>${body}</main>`,
    directives: ["img-src data:", ...directives],
    scripts,
    ...(head !== undefined && { head }),
  });
}
