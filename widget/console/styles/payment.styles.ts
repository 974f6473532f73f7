export const paymentStyles = `
.back { display: inline-flex; align-items: center; gap: 4px; min-height: 44px; margin-block: -12px 4px; margin-inline-start: -4px; color: var(--muted); font-size: .875rem; text-decoration: none; }
.back:hover { color: var(--text); }
[dir=rtl] .back .icon { scale: -1 1; }
.payment-head { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 4px 24px; margin-block-end: 24px; min-height: 76px; }
.payment-head > div:first-child { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; min-height: 44px; }
.payment-head .state { font-size: .875rem; }
.payment-head > p { grid-column: 1 / -1; }
.payment-actions { display: flex; flex-wrap: wrap; gap: 8px; }
.payment-head + .notice { margin-block-end: 24px; }
.payment-grid { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 22rem); gap: 24px; align-items: start; }
.payment-grid > div { display: grid; gap: 24px; min-width: 0; }
.panel { padding: 20px 24px; border: 1px solid var(--rule); border-radius: 16px; }
.panel h2 { margin-block-end: 12px; }
.payment-grid .bone { height: 180px; }
.payment-head .bone { width: 200px; height: 36px; }
.money-bar { display: block; border-radius: 6px; overflow: hidden; background: color-mix(in srgb, var(--text) 7%, transparent); }
[dir=rtl] .money-bar { scale: -1 1; }
.money-bar rect { stroke: var(--panel); stroke-width: 2px; }
.money-bar .kept { fill: var(--success); }
.money-bar .refunded { fill: var(--edge); }
.money-bar .disputed { fill: var(--warn); }
.money-bar .capturable { fill: var(--accent); }
.money-bar .released { fill: transparent; }
.money-parts { display: flex; flex-wrap: wrap; gap: 8px 32px; margin-block: 12px 16px; }
.money-parts dt { display: flex; align-items: center; gap: 6px; color: var(--muted); font-size: .8125rem; }
.money-parts dt::before { content: ''; width: 10px; height: 10px; border-radius: 3px; background: var(--rule); }
.money-parts .kept dt::before { background: var(--success); }
.money-parts .refunded dt::before { background: var(--edge); }
.money-parts .disputed dt::before { background: var(--warn); }
.money-parts .capturable dt::before { background: var(--accent); }
.money-parts dd { font-weight: 600; }
.money-sums { padding-block-start: 12px; border-block-start: 1px solid var(--rule); font-size: .875rem; }
.money-sums > div { display: flex; justify-content: space-between; gap: 16px; padding-block: 4px; }
.money-sums dt { color: var(--muted); }
.timeline { display: grid; }
.timeline > li { position: relative; padding-block-end: 20px; padding-inline-start: 24px; }
.timeline > li:last-child { padding-block-end: 0; }
.timeline > li:not(:last-child)::before { content: ''; position: absolute; inset-block: 20px 0; inset-inline-start: 5px; width: 1px; background: var(--rule); }
.timeline-title .state { position: relative; margin-inline-start: -24px; gap: 12px; font-size: .875rem; line-height: 1.5rem; white-space: normal; }
.timeline-title .state { color: var(--text); }
.timeline-title .state svg { background: var(--panel); color: var(--muted); }
.timeline-title .good svg { color: var(--success); }
.timeline-title .calm svg { color: var(--accent); }
.timeline-title .bad svg { color: var(--alert); }
.timeline-title .warn svg { color: var(--warn); }
.disputes { display: grid; gap: 12px; }
.disputes .button { margin-block-start: 8px; }
.panel h3.label { margin-block: 12px 4px; color: var(--muted); font-size: .8125rem; }
.panel .lines .state { margin-inline-start: 8px; }
.deliveries { display: grid; gap: 8px; margin-block-end: 8px; }
.deliveries .state { margin-inline-end: 8px; }
.attempts { padding-inline-start: 18px; }
.panel .small + .facts { margin-block-start: 8px; }
.choices { display: grid; margin: 0; padding: 0; border: 0; }
.choices input { border-radius: 50%; }
.result { padding: 12px 16px; border-radius: var(--radius); background: var(--page); font-size: .875rem; }
textarea.input { resize: vertical; }
.facts { display: grid; font-size: .875rem; }
.facts > div { display: grid; grid-template-columns: minmax(6rem, 2fr) minmax(0, 3fr); gap: 0 16px; padding-block: 5px; }
.facts dt { color: var(--muted); }
.panel > p:last-child:not(:nth-child(2)) { margin-block-start: 8px; }
.lines { margin-block-end: 8px; font-size: .875rem; }
.lines li { display: flex; justify-content: space-between; gap: 16px; padding-block: 5px; }
.developers { margin-block-start: 24px; }
summary { min-height: 44px; align-content: center; cursor: pointer; width: fit-content; }
summary.small { min-height: 32px; }
.developers > summary { font-weight: 600; }
.code { margin-block: 8px 16px; border: 1px solid var(--rule); border-radius: 12px; background: var(--page); overflow: hidden; }
.code-head { display: flex; align-items: center; justify-content: space-between; padding-inline-start: 16px; border-block-end: 1px solid var(--rule); }
.code h3 { font-weight: 500; }
.code pre { max-height: 28rem; padding: 12px 16px; overflow: auto; direction: ltr; text-align: left; outline-offset: -4px; }
.preview { width: 100%; border-collapse: collapse; font-size: .875rem; }
.preview :is(th, td) { padding: 8px 0; font-weight: 400; text-align: end; border-block-end: 1px solid var(--rule); }
.preview :is(th, thead td) { color: var(--muted); }
.preview th[scope=row] { text-align: start; }
.preview td:last-child { font-weight: 600; }
@media (width < 1024px) { .payment-grid { grid-template-columns: minmax(0, 1fr); } }
@media (width < 768px) {
  .payment-head { grid-template-columns: minmax(0, 1fr); }
  .payment-actions { order: 1; margin-block-start: 8px; }
  .payment-actions .button { flex: 1; }
  .panel { padding: 16px; }
  .dialog-actions .button { flex: 1; }
}
@media (forced-colors: active) { .money-bar rect, .money-parts dt::before { forced-color-adjust: none; } }
`
