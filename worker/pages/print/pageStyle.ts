/** Styles of the static pages. */
export const pageStyle = `
:root{color-scheme:light dark;--text:light-dark(#14171f,#eef0f4);--muted:light-dark(#5b6472,#a3abb8);--panel:light-dark(#fff,#171a21);
--page:light-dark(#f6f7f9,#0f1116);--line:light-dark(#e3e6eb,#2b303b);--accent:light-dark(#3656e3,#8ea2ff);--success:light-dark(#1b7f4b,#5fd39a)}
*{box-sizing:border-box}
html{background:var(--page);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
scroll-padding-top:24px;-webkit-text-size-adjust:100%;overflow-wrap:break-word}
body{margin:0}
main,header{max-width:960px;margin:0 auto;padding:0 24px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;min-height:64px;font-size:.875rem}
header a{display:inline-flex;align-items:center;min-height:44px;color:var(--muted);text-decoration:none}
header a:first-child{margin-right:auto;color:var(--text);font-size:1rem;font-weight:600}
header a:hover,header [aria-current]{color:var(--text)}
main{padding-bottom:64px}
h1,h2,h3{line-height:1.2;font-weight:600;margin:0;text-wrap:balance}
h1{font-size:1.75rem;margin-top:24px}
h1 code{font:inherit}
h2{font-size:1.25rem;margin-top:48px}
h3{font-size:1rem}
p{margin:8px 0 0;max-width:68ch;text-wrap:pretty}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,var{font:.8125rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-style:normal}
var{color:var(--muted)}
.muted{color:var(--muted)}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:16px;margin-top:16px;overflow:hidden}
.panel>*{padding:16px 24px}
.panel>*+*{border-top:1px solid var(--line)}
.panel :is(h2,h3){margin:0;font-size:1rem;display:flex;flex-wrap:wrap;gap:8px;align-items:baseline;justify-content:space-between}
.panel h3 code{font-size:.875rem;font-weight:600}
.panel>:target{background:color-mix(in srgb,var(--accent) 8%,transparent)}
.status{font-size:.8125rem;font-weight:500;color:var(--muted);font-variant-numeric:tabular-nums}
.jump{display:flex;flex-wrap:wrap;gap:0 16px;margin-top:8px;padding:0;list-style:none;font-size:.875rem}
.jump a{display:inline-flex;align-items:center;min-height:44px;text-decoration:none}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{padding:8px 24px;text-align:start;vertical-align:baseline}
th{font-weight:500;color:var(--muted)}
tbody tr{border-top:1px solid var(--line)}
pre{margin:0;overflow-x:auto;font:.8125rem/1.6 ui-monospace,"SF Mono",Menlo,Consolas,monospace;tab-size:2}
.on{display:inline-block;width:12px;height:12px;margin-right:4px;vertical-align:2px;border-radius:50%;background:var(--success)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:16px;margin:24px 0 0;padding:0;list-style:none}
.cards a{display:block;height:100%;padding:16px;background:var(--panel);border:1px solid var(--line);border-radius:16px;
color:inherit;text-decoration:none;transition:border-color 150ms}
.cards a:hover{border-color:var(--accent)}
.cards b{display:block;color:var(--accent);font-weight:600}
.cards span{font-size:.875rem;color:var(--muted)}
.steps{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:0 16px}
@media (max-width:480px){main,header{padding-inline:16px}.cards{gap:8px}.panel>*{padding-inline:16px}th,td{padding-inline:16px}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media print{header,.jump{display:none}}
`.replaceAll('\n', '')
