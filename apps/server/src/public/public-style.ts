/** Style sheet of public pages, beside that of all pages of memos. Links that stand alone are 44 px high. */
export const publicStyle = `
.top{display:flex;align-items:center;justify-content:space-between;gap:16px;inline-size:min(100%,35rem + 2*var(--edge));margin-inline:auto;padding:12px var(--edge) 0;font-size:.875rem}
.top a{display:inline-flex;align-items:center;gap:8px;min-block-size:44px;min-inline-size:44px;text-decoration:none;font-weight:550}
.top a:hover{text-decoration:underline}
.top .home{min-inline-size:0;color:var(--text-2);font-weight:600}
.top .home span{min-inline-size:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.top .home svg{flex:none;inline-size:22px;block-size:22px;color:var(--accent)}
.top+main{padding-block-start:clamp(20px,4vh,36px)}
.place{margin-block-end:36px}
.place p{margin:6px 0 0;color:var(--text-2);white-space:pre-line}
.place .feed{margin:2px 0 0;font-size:.8125rem}
.place .feed a{display:inline-flex;align-items:center;min-block-size:44px;padding-inline-end:12px}
.byline a{color:inherit;text-decoration:none}
.byline a:hover{text-decoration:underline}
article+article{margin-block-start:32px;padding-block-start:32px;border-block-start:1px solid var(--rule)}
.place~article .memo-body h1{font-size:1.25rem;line-height:1.75rem}
a.tag{text-decoration:none}
a.tag:hover{text-decoration:underline}
.more{margin:4px 0 0}
.more a,.pages a{display:inline-flex;align-items:center;min-block-size:44px;font-size:.9375rem;font-weight:550}
.pages{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 24px;margin-block-start:36px;padding-block-start:16px;border-block-start:1px solid var(--rule)}
.pages a[rel=next]{margin-inline-start:auto}
@media print{.top,.pages,.feed{display:none}}
`.replaceAll(/\n\s*/g, "\n");

/** Style sheet of memos in frames, beside that of all pages of memos. */
export const embeddedStyle = `
body{min-block-size:0}
main{flex:none;inline-size:100%;padding:20px var(--edge) 8px}
footer{inline-size:100%;padding:8px var(--edge) 12px}
footer::before{margin-block-end:8px}
footer a{display:inline-flex;align-items:center;min-block-size:44px;color:inherit;text-decoration:none}
footer a:hover{text-decoration:underline}
`.replaceAll(/\n\s*/g, "\n");
