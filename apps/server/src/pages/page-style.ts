import { colourProperties } from "./page-theme.ts";

const drawing = (path: string): string =>
  `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='#000' stroke-width='1.5' stroke-linecap='round' stroke-linejoin='round'>${path}</svg>`)}")`;

/** Icons and colours of callouts. The kind is written as a word; the colour only repeats it. */
const callouts = (
  [
    ["note", "info", "<circle cx='8' cy='8' r='6.2'/><path d='M8 7.4v3.4M8 5v.1'/>"],
    [
      "tip",
      "ok",
      "<path d='M5.8 11.2C4.4 10.3 3.6 8.9 3.6 7.2a4.4 4.4 0 0 1 8.8 0c0 1.7-.8 3.1-2.2 4zM6.3 13.8h3.4'/>",
    ],
    ["important", "accent", "<path d='M2 2.5h12v9H7.5L4.5 14v-2.5H2zM8 5v2.5M8 9.4v.1'/>"],
    ["warning", "warn", "<path d='M8 2l6.4 11.5H1.6zM8 6.5v3M8 11.5v.1'/>"],
    [
      "caution",
      "danger",
      "<path d='M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM8 5v3.5M8 11v.1'/>",
    ],
  ] as const
)
  .map(
    ([kind, colour, path]) =>
      `.callout[data-callout=${kind}]{--kind:var(--${colour});background:color-mix(in srgb,var(--${colour}-soft) 45%,var(--surface))}` +
      `.callout[data-callout=${kind}]>.callout-kind::before{mask-image:${drawing(path)}}`,
  )
  .join("\n");

/**
 * Style sheet of a page: one column of text, like the app's page of a memo. It avoids
 * nesting and recent features, since readers may have any browser.
 */
export const pageStyle = `
${colourProperties()}
:root{
  --rule:color-mix(in srgb,var(--text) 10%,transparent);
  --code-ground:color-mix(in srgb,var(--sunken) 60%,var(--surface));
  --sans:"Inter Variable",system-ui,-apple-system,"Segoe UI","Noto Sans","Noto Sans CJK SC",sans-serif;
  --mono:ui-monospace,"SF Mono","Cascadia Mono","Noto Sans Mono","DejaVu Sans Mono",monospace;
  --edge:24px;
}
@media (prefers-contrast:more){
  :root{--border:var(--border-strong);--rule:var(--border-strong);--text-2:var(--text);--text-3:var(--text)}
}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;background:var(--surface);accent-color:var(--accent)}
body{
  display:flex;flex-direction:column;min-block-size:100vh;min-block-size:100dvh;margin:0;
  color:var(--text);font:400 1rem/1.625rem var(--sans);letter-spacing:-.006em;
  text-rendering:optimizeLegibility;-webkit-font-smoothing:antialiased;overflow-wrap:break-word;
}
main{flex:1;inline-size:min(100%,35rem + 2*var(--edge));margin-inline:auto;padding:clamp(32px,8vh,72px) var(--edge) 48px}
.byline{margin-block-end:10px;color:var(--text-3);font-size:.75rem;line-height:1rem;letter-spacing:0}
.byline .name{color:var(--text-2);font-weight:550}
.byline time{white-space:nowrap}
.sr-only{position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}

.memo-body :is(p,h1,h2,h3,h4,h5,h6,li,td,th,blockquote){unicode-bidi:plaintext;text-align:start}
.memo-body>*{margin-block:0}
.memo-body>*+*{margin-block-start:12px}
.memo-body p{text-wrap:pretty}
h1,h2,h3,h4,h5,h6{margin:0;font-size:1rem;line-height:1.625rem;font-weight:650;text-wrap:balance}
h1{font-size:1.5rem;line-height:2rem;letter-spacing:-.018em}
h2{font-size:1.125rem;line-height:1.625rem;letter-spacing:-.008em}
.memo-body>*+h1{margin-block-start:36px}
.memo-body>*+h2{margin-block-start:26px}
.memo-body>*+:is(h3,h4,h5,h6){margin-block-start:20px}
.memo-body>:is(h2,h3,h4,h5,h6)+*{margin-block-start:6px}
.memo-body>h1+*{margin-block-start:8px}
strong{font-weight:640}
a{color:var(--accent);text-decoration:underline;text-decoration-thickness:1px;text-decoration-color:color-mix(in srgb,var(--accent) 45%,transparent);text-underline-offset:3px;border-radius:2px}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
mark{padding-inline:2px;border-radius:3px;background:var(--search-mark);color:inherit}
hr{inline-size:64px;margin-block:36px!important;margin-inline:auto;border:0;border-block-start:1px solid var(--border-strong);opacity:.6}
ul,ol{margin:0;padding-inline-start:24px}
li+li{margin-block-start:4px}
li>:is(p,ul,ol,.code-frame,.table-frame,blockquote){margin-block:0}
li>*+:is(p,.code-frame,.table-frame,blockquote){margin-block-start:8px}
li>*+:is(ul,ol),li>:is(ul,ol){margin-block-start:4px}
li::marker{color:var(--text-3);font-variant-numeric:tabular-nums}
.task{position:relative;margin-inline-start:-24px;padding-inline-start:28px;list-style:none}
.task>p{display:inline}
input[type=checkbox]{
  appearance:none;display:inline-grid;place-items:center;inline-size:17px;block-size:17px;margin:0;
  border:1.5px solid var(--border-strong);border-radius:4.5px;background:none;
}
.task>input{position:absolute;inset-block-start:calc(.8125rem - 8.5px);inset-inline-start:1px}
input:checked::before{content:"";inline-size:8px;block-size:4px;border:solid var(--text-3);border-width:0 0 1.75px 1.75px;transform:translateY(-1px) rotate(-45deg)}
.task:has(>input:checked){color:var(--text-3)}
.task:has(>input:not(:checked)){color:var(--text)}
blockquote{margin-inline:0;padding-inline-start:18px;border-inline-start:2px solid var(--border);color:var(--text-2)}
blockquote>*{margin-block:0}
blockquote>*+*{margin-block-start:12px}
.callout{padding:9px 14px 10px 42px;border:0;border-radius:8px;color:inherit}
[dir=rtl] .callout{padding:9px 42px 10px 14px}
.callout>*+*{margin-block-start:6px}
.callout>.callout-kind+*{margin-block-start:0}
.callout-kind{position:relative;color:var(--kind);font-weight:620}
.callout-kind::before{
  content:"";position:absolute;inset-block-start:calc(.8125rem - 8px);inset-inline-start:-28px;inline-size:16px;block-size:16px;
  background:currentColor;mask:center/16px no-repeat;
}
${callouts}
code{padding:2px 5px;border-radius:4px;background:var(--code-ground);font-family:var(--mono);font-size:.867em;letter-spacing:0;overflow-wrap:anywhere}
.code-frame{position:relative;margin-inline:calc(-1*var(--edge))}
li .code-frame,blockquote .code-frame{margin-inline:0}
pre{
  margin:0;padding:12px var(--edge);overflow-x:auto;border-radius:8px;background:var(--code-ground);
  font:.8125rem/1.25rem var(--mono);letter-spacing:0;tab-size:2;scrollbar-width:thin;scrollbar-color:var(--border) transparent;
}
pre:focus-visible,.table-frame:focus-visible{outline-offset:-2px}
pre code{padding:0;background:none;font-size:inherit;overflow-wrap:normal}
.ink-key{color:var(--code-key)}
.ink-str{color:var(--code-str)}
.ink-num{color:var(--code-num)}
.ink-fn{color:var(--code-fn)}
.ink-com{color:var(--text-3);font-style:italic}
.code-frame::before{
  content:attr(data-language);position:absolute;inset-block-start:7px;inset-inline-end:8px;padding-inline:6px;border-radius:6px;
  background:var(--code-ground);color:var(--text-3);font-size:.75rem;line-height:1.25rem;pointer-events:none;opacity:0;
}
.code-frame:hover::before,.code-frame:focus-within::before{opacity:1}
.plain{padding:0;background:none;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:0}
.memo-body>:is(.table-frame,div.math){margin-inline:calc(-1*var(--edge));padding-inline:var(--edge)}
.table-frame{overflow-x:auto;scrollbar-width:thin;scrollbar-color:var(--border) transparent}
table{min-inline-size:100%;border-collapse:collapse;font-size:.875rem;line-height:1.25rem;font-variant-numeric:tabular-nums}
th,td{min-inline-size:16ch;padding:6px 12px;border-block-end:1px solid var(--rule);text-align:start;vertical-align:top;overflow-wrap:normal}
:is(th,td):first-child{padding-inline-start:0}
:is(th,td):last-child{padding-inline-end:0}
th{color:var(--text-2);font-size:.8125rem;line-height:1.25rem;font-weight:500;vertical-align:bottom}
tbody tr:last-child td{border-block-end:0}
.is-short{min-inline-size:0;white-space:nowrap}
.memo-body .align-center{text-align:center}
.memo-body .align-right{text-align:end}
img,video{max-inline-size:100%;block-size:auto;border-radius:8px;background:var(--sunken);vertical-align:bottom}
video{inline-size:100%;background:#000}
audio{display:block;inline-size:100%;block-size:44px}
.image:is(span){color:var(--text-2)}
a.image::after{content:"\\2009\\2197\\fe0e";color:var(--text-3)}
.tag{padding:1px 8px;border-radius:999px;background:var(--accent-soft);color:var(--accent);font-size:.8125rem;font-weight:500;line-height:1.25rem}
.mention{color:var(--text-2);font-weight:500}
.tag-line{display:flex;flex-wrap:wrap;gap:4px 6px;margin-block-start:20px!important;font-size:.875rem;line-height:1.375rem}
.task-progress{margin-inline-start:auto;color:var(--text-3);font-variant-numeric:tabular-nums}
sup{font-size:.6875em;line-height:0}
sup a{padding-inline:2px;text-decoration:none}
[id^=place-],[id^=note-]{scroll-margin-block:96px;border-radius:4px}
:target{background:var(--accent-soft)}
.footnotes{margin-block-start:40px!important;padding-block-start:14px;border-block-start:1px solid var(--rule);color:var(--text-2);font-size:.875rem;line-height:1.4375rem}
.footnotes p{margin-block:0}
.back{padding-inline:2px;text-decoration:none}
.back::before{content:"\\21a9\\fe0e"}
.math.as-written{font-family:var(--mono);font-size:.9em}
span.math{display:inline-block;max-inline-size:100%;overflow:clip;overflow-clip-margin:6px}
div.math{overflow-x:auto;overflow-y:hidden;padding-block:6px;scrollbar-width:thin}
div.math .katex-display{margin:0}
.katex{font-size:1.12em}

.said{margin-block-start:28px;padding:12px 16px;border-radius:10px;background:var(--sunken);color:var(--text-2);font-size:.9375rem;line-height:1.4375rem}
.files{display:grid;gap:16px;margin-block-start:40px}
.files h2{font-size:.8125rem;line-height:1.25rem;font-weight:550;letter-spacing:0;color:var(--text-3)}
figure{margin:0}
figure img{display:block}
figcaption{margin-block-start:6px;color:var(--text-3);font-size:.8125rem;line-height:1.25rem}
.files ul{padding:0;list-style:none;border-block-start:1px solid var(--rule)}
.files li{margin:0;border-block-end:1px solid var(--rule)}
.files li a{display:flex;gap:16px;align-items:baseline;padding-block:10px;text-decoration:none;font-size:.9375rem;line-height:1.375rem}
.files li a:hover .filename{text-decoration:underline}
.filename{min-inline-size:0;overflow-wrap:anywhere}
.size{margin-inline-start:auto;flex:none;color:var(--text-3);font-size:.8125rem;font-variant-numeric:tabular-nums}
footer{inline-size:min(100%,35rem + 2*var(--edge));margin-inline:auto;padding:16px var(--edge) 28px;color:var(--text-3);font-size:.75rem;line-height:1rem;letter-spacing:0}
footer::before{content:"";display:block;inline-size:100%;margin-block-end:18px;border-block-start:1px solid var(--rule)}
footer svg{inline-size:16px;block-size:16px;margin-inline-end:7px;vertical-align:-3px;color:var(--accent)}
.notice{display:grid;place-content:center;text-align:center;min-block-size:60vh}
.notice h1{font-size:1.5rem;line-height:2rem;letter-spacing:-.016em}
.notice p{max-inline-size:26rem;margin:10px 0 0;color:var(--text-2);text-wrap:balance}
.notice svg{inline-size:112px;block-size:auto;margin:0 auto 24px;color:var(--border-strong)}
@media (max-width:600px){
  :root{--edge:18px}
  main{padding-block-start:32px}
  pre{border-radius:0}
  li pre,blockquote pre{border-radius:8px}
}
@media (forced-colors:active){
  .tag{outline:1px solid}
  .callout{border:1px solid CanvasText}
  .callout-kind::before{background:CanvasText;forced-color-adjust:none}
  input[type=checkbox]{appearance:auto}
  input:checked::before{content:none}
}
@media print{
  @page{margin:20mm 18mm}
  :root{color-scheme:light}
  html{background:none}
  body{font-size:11pt;line-height:1.5;display:block;min-block-size:0}
  main,footer{inline-size:auto;padding-inline:0}
  main{padding-block:0}
  pre{white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px;font-size:9pt;line-height:1.45;padding:8pt 10pt}
  .code-frame,.memo-body>:is(.table-frame,div.math){margin-inline:0;padding-inline:0}
  .table-frame{overflow:visible}
  pre,img,figure,tr,.callout{break-inside:avoid}
  h1,h2,h3,h4,h5,h6{break-after:avoid}
  a{color:inherit}
  audio,video{display:none}
  footer{padding-block:12pt 0}
}
`.replaceAll(/\n\s*/g, "\n");
