export const todayStyles = `
.today-head h1 { margin-inline-end: 12px; }
.today-head p { min-height: 1.25rem; margin-inline-end: auto; }
.currency .input { width: auto; }
.figures { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); border: 1px solid var(--rule); border-radius: 16px; }
.figures > div { min-height: 133px; padding: 16px 20px; }
.figures > div + div { border-inline-start: 1px solid var(--rule); }
.figures dt { color: var(--muted); font-size: .875rem; }
.figures a { display: block; width: fit-content; margin-block: 2px; color: var(--text); font-size: 1.75rem; font-weight: 600; line-height: 1.2; letter-spacing: -.015em; text-decoration: none; }
.figures a:hover { text-decoration: underline; }
.figures dd span { display: block; }
.figures .bone { height: 101px; }
.today-grid { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px; align-items: start; margin-block-start: 24px; }
.today-grid .wide { grid-column: 1 / -1; }
.today-grid .bone { height: 72px; }
.today-grid .chart-bone .bone { height: 346px; }
.chart-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; }
.chart-head h2 { width: 100%; margin: 0; }
.chart-total { font-size: 1.25rem; font-weight: 600; }
.legend { display: flex; gap: 16px; margin-block: 4px 12px; }
.legend li { display: flex; align-items: center; gap: 6px; }
.legend li::before { content: ''; width: 10px; height: 10px; border-radius: 3px; background: var(--accent); }
.legend .before::before { height: 2px; width: 14px; background: var(--text); }
.chart { display: grid; grid-template-columns: 48px minmax(0, 1fr); direction: ltr; }
.chart svg { display: block; overflow: visible; }
.chart text { fill: var(--muted); font-size: .75rem; font-variant-numeric: tabular-nums; }
.chart .grid { stroke: var(--rule); }
.chart .hit { fill: transparent; }
.chart .bar-now { fill: var(--accent); }
.chart g:hover .hit { fill: var(--hover); }
.chart .bar-before { stroke: var(--text); stroke-width: 2; }
.panel summary { margin-block-start: 4px; }
.panel .rows tbody th { height: 44px; color: var(--text); }
.panel .rows td { height: 44px; }
.calm-note { display: flex; align-items: center; gap: 8px; color: var(--muted); font-size: .875rem; }
.calm-note .icon { color: var(--success); }
.attention { margin-block: 4px 12px; }
.attention li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; padding-block: 6px; }
.attention .address { overflow-wrap: anywhere; }
.declines { width: 100%; margin-block: 8px; border-collapse: collapse; font-size: .875rem; }
.declines :is(th, td) { padding-block: 8px; border-block-end: 1px solid var(--rule); font-weight: 400; text-align: start; }
.declines td { font-weight: 600; text-align: end; }
.declines thead { position: absolute; }
@media (width < 1024px) { .today-grid { grid-template-columns: minmax(0, 1fr); } .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); } .figures > div:nth-child(odd) { border-inline-start: 0; } .figures > div:nth-child(n + 3) { border-block-start: 1px solid var(--rule); } }
@media (width < 768px) {
  .today-head { min-height: 72px; }
  .today-grid .chart-bone .bone { height: 366px; }
  .figures > div { min-height: 117px; padding: 12px 16px; }
  .figures .bone { height: 93px; }
  .figures a { font-size: 1.25rem; min-height: 28px; }
  .today-head h1 { width: auto; }
  .today-head p { width: 100%; order: 1; }
  .currency { margin-inline-start: auto; }
}
@media (forced-colors: active) { .chart .bar-now, .legend li::before { forced-color-adjust: none; } }
`
