import { colourProperties } from "../pages/page-theme.ts";

/** Style sheet of forms and notices: one column in the middle, good from 320 px. */
export const doorStyle = `
${colourProperties()}
:root{--sans:"Inter Variable",system-ui,-apple-system,"Segoe UI","Noto Sans","Noto Sans CJK SC",sans-serif}
@media (prefers-contrast:more){:root{--border:var(--border-strong);--text-2:var(--text);--text-3:var(--text)}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;background:var(--canvas);accent-color:var(--accent)}
body{
  display:grid;place-items:center;min-block-size:100vh;min-block-size:100dvh;margin:0;padding:24px 16px;
  color:var(--text);font:400 .9375rem/1.5rem var(--sans);letter-spacing:-.006em;
  -webkit-font-smoothing:antialiased;overflow-wrap:break-word;
}
main{inline-size:min(100%,25rem)}
.brand{display:flex;align-items:center;justify-content:center;gap:9px;margin:0 0 20px;color:var(--text-2);font-weight:600}
.brand svg{inline-size:24px;block-size:24px;color:var(--accent)}
.sheet{padding:28px;border:1px solid var(--border);border-radius:14px;background:var(--surface)}
h1{margin:0;font-size:1.375rem;line-height:1.75rem;font-weight:650;letter-spacing:-.018em;text-wrap:balance}
.lead{margin:6px 0 0;color:var(--text-2)}
form{display:grid;gap:18px;margin-block-start:22px}
label{display:block;margin-block-end:6px;font-size:.875rem;line-height:1.25rem;font-weight:550}
input{
  inline-size:100%;block-size:44px;padding:0 12px;border:1px solid var(--border-strong);border-radius:8px;
  background:var(--surface);color:inherit;font:inherit;font-size:1rem;letter-spacing:0;
}
.check{position:relative;display:grid;grid-template-columns:18px 1fr;column-gap:10px;align-items:center;min-block-size:44px;padding-block:2px}
.check input{position:absolute;inset:0;block-size:100%;margin:0;border:0;appearance:none;background:none;cursor:pointer}
.check label{grid-column:2;margin:0;font-weight:450}
.check label::before{
  content:"";grid-column:1;position:absolute;inset-inline-start:0;inset-block-start:4px;box-sizing:border-box;inline-size:18px;block-size:18px;
  border:1.5px solid var(--border-strong);border-radius:5px;background:var(--surface);
}
.check :checked+label::before{border-color:var(--accent);background:var(--accent)}
.check :checked+label::after{
  content:"";position:absolute;inset-inline-start:6px;inset-block-start:7px;inline-size:6px;block-size:10px;
  border:solid var(--on-accent);border-width:0 2px 2px 0;rotate:45deg;
}
.check .hint{grid-column:2;margin:0}
input.code{text-transform:uppercase;font-variant-numeric:tabular-nums}
input[aria-invalid=true]{border-color:var(--danger)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
input:focus-visible{outline-offset:0;border-color:var(--accent)}
.hint,.error{margin:6px 0 0;font-size:.8125rem;line-height:1.25rem;color:var(--text-3)}
.error{color:var(--danger);font-weight:500}
.alert{margin:18px 0 0;padding:11px 14px;border-radius:10px;background:var(--danger-soft);color:var(--danger);font-size:.875rem;line-height:1.375rem;font-weight:500}
.button{
  display:flex;align-items:center;justify-content:center;inline-size:100%;min-block-size:44px;margin-block-start:4px;padding:8px 16px;
  border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;
}
.button:hover{background:var(--accent-hover)}
.other{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;column-gap:6px;margin:14px 0 0;color:var(--text-2);font-size:.875rem}
.other + .other{margin:0}
.other a{display:inline-flex;align-items:center;min-block-size:44px;color:var(--accent);font-weight:550;text-underline-offset:3px;text-decoration-thickness:1px}
.notice{text-align:center}
.notice .line{inline-size:112px;block-size:auto;margin:0 auto 22px;color:var(--border-strong)}
.notice p{margin:10px auto 0;max-inline-size:24rem;color:var(--text-2);text-wrap:balance}
.notice .button{inline-size:auto;margin-block-start:22px;display:inline-flex}
@media (max-width:430px){
  body{place-items:start center;padding-block-start:max(24px,8vh);background:var(--surface)}
  html{background:var(--surface)}
  .sheet{padding:0;border:0;border-radius:0}
}
@media (forced-colors:active){.button{border:1px solid ButtonText}}
`.replaceAll(/\n\s*/g, "\n");
