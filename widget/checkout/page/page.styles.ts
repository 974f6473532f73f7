/**
 * The page around the form: two panels with a column of at most 440 px each, which keep to the seam between the panels. The invoice sticks
 * while the form scrolls. Colours are custom properties of the panel (`.invoice`, `.form`), from the theme printed into each page; `--font`,
 * `--radius`, `--control` and `--space` are the merchant's (contract/theme/brand.ts), with these defaults.
 */
const panels = `
* { box-sizing: border-box; }
:root {
  font: max(16px, 100%)/1.5 var(--font, system-ui, sans-serif);
  -webkit-text-size-adjust: 100%;
  background: var(--page);
}
body { margin: 0; overflow-wrap: anywhere; }
h1, h2, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
/* Browsers load each font of a page before its first paint, even those of texts that nobody sees, and of check boxes. */
input, .hidden { font: inherit; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.invoice, .form { background: var(--surface); color: var(--text); font-variant-numeric: tabular-nums; }
.invoice a, .form a { color: var(--accent); text-underline-offset: 2px; }
:is(.invoice, .form) :is(a, button, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.panels { --seam: clamp(32px, 12.5vw - 64px, 64px); display: grid; grid-template-columns: minmax(0, 44fr) minmax(0, 56fr); min-height: 100vh; }
.form { padding: 64px 32px 32px; }
.invoice { position: sticky; top: 0; align-self: start; display: flex; flex-direction: column; min-height: 100vh; padding: 64px 32px; }
.panels > .form { padding-inline-start: var(--seam); }
.panels > .invoice { padding-inline-end: var(--seam); }
.column, .invoice > * { width: 100%; max-width: 440px; }
.invoice > * { margin-inline-start: auto; }
.alone > .column { margin-inline: auto; }
@media (width >= 1024px) { .panels { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.column { display: flex; flex-direction: column; min-height: 100%; }
.alone { width: min(520px, 100%); margin: 12vh auto 32px; padding: 40px; border-radius: 16px; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; margin-bottom: 32px; }
.merchant { flex: 1 1 auto; font-weight: 600; }
.merchant img { display: block; height: 32px; max-width: 240px; object-fit: contain; object-position: left; }
[dir=rtl] .merchant img { object-position: right; }
.badge { margin-block: -1px; padding: 2px 10px; border: 1px solid var(--rule); border-radius: 99px; color: var(--muted); font-size: .8125rem; }
.foot {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 4px 24px;
  margin-top: auto;
  padding-top: 32px;
  color: var(--muted);
  font-size: .8125rem;
}
.button {
  position: relative;
  display: inline-flex;
  align-items: center;
  min-height: 32px;
  padding: 4px 12px;
  border: 0;
  border-radius: min(8px, var(--radius, 8px));
  background: var(--button);
  color: var(--button-text);
  font: 500 .8125rem/1.25rem var(--font, system-ui, sans-serif);
  cursor: pointer;
}
.button::after { content: ''; position: absolute; inset: -6px 0; }
@media (hover: hover) { .button:hover { background: var(--button-hover); } }
.icon { flex: none; }
.notice { margin-bottom: 24px; padding: 12px 16px; border: 1px solid var(--alert); border-radius: var(--radius, 10px); color: var(--alert); }
`

const invoice = `
.due { display: grid; color: var(--muted); font-size: .875rem; }
.due strong { color: var(--total, var(--text)); font-size: 2.25rem; font-weight: 600; line-height: 1.2; letter-spacing: -.01em; }
.invoice .due .long { font-size: 1.5rem; }
.due .plan { margin-bottom: 8px; color: var(--text); font-weight: 500; }
.bill .facts { display: flex; flex-wrap: wrap; gap: 0 16px; margin-top: 8px; color: var(--muted); font-size: .875rem; }
.bill { display: flex; flex-direction: column; min-height: 0; }
.items { margin-top: 24px; }
/* More items than fit scroll between the total above and the sums below. */
.scroll { flex: 0 1 auto; min-height: 12rem; margin-top: 24px; margin-inline-end: -16px; overflow-y: auto; scrollbar-width: thin; }
/* The list is as wide as the sums: its scroll bar is beside it. */
.invoice > .bill:has(.scroll) { container-type: inline-size; width: calc(100% + 16px); max-width: 456px; margin-inline-end: -16px; padding-inline-end: 16px; }
.scroll .items { width: 100cqi; margin: 0; border-top: 1px solid var(--rule); }
.scroll li:first-child { border: 0; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.invoice:has(.scroll) { height: 100vh; overflow-y: auto; }
.items li { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; padding-block: calc(16px * var(--space, 1)); border-top: 1px solid var(--rule); }
.items .name { font-weight: 500; }
.items .amount { text-align: end; white-space: nowrap; }
.items :is(.each, .words, details) { grid-column: 1 / -1; color: var(--muted); font-size: .875rem; }
.each { display: flex; flex-wrap: wrap; gap: 0 12px; }
.words { white-space: pre-line; }
.sums { padding-block: 16px; border-top: 1px solid var(--rule); }
:is(.due, .facts) + .sums { margin-top: 24px; }
.sums div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding-block: 4px; }
.sums dt { color: var(--muted); }
.sums .total { font-weight: 600; }
.sums .total dt { color: inherit; }
.sums div + .total { margin-top: 12px; padding-top: 16px; border-top: 1px solid var(--rule); }
.sums .total + .total { margin-top: 0; padding-top: 4px; border: 0; }
summary { list-style: none; cursor: pointer; }
summary::-webkit-details-marker { display: none; }
.items summary { display: inline-block; margin-top: 4px; border-radius: min(8px, var(--radius, 8px)); }
.toggle { gap: 4px; }
.toggle .icon { margin-inline-end: -6px; color: var(--icon); transition: rotate 120ms; }
[open] > summary .icon { rotate: 180deg; }
[open] > summary .show, details:not([open]) > summary .hide { display: none; }
.items details[open] .words { margin-top: 8px; }
.fold { display: none; }
/* The frame is as high as the page, so a height in viewport units would grow with it. */
[data-framed] :is(.panels, .panels .form, .alone) { min-height: 0; }
[data-framed] .invoice { position: static; align-self: auto; height: auto; min-height: 0; }
[data-framed] .scroll { max-height: 30rem; }
[data-framed] .form.alone { margin-block: 0; }
@media (width < 768px) {
  .panels { display: flex; flex-direction: column; }
  .panels > .invoice { display: contents; }
  .panels .form { flex: 1; }
  .tools { order: 1; padding-block: 16px; }
  .invoice > * { width: 100%; max-width: none; padding-inline: 16px; background: var(--surface); color: var(--text); }
  .panels > .form, .form { padding: 24px 16px 32px; }
  .panels > .form > .column { margin-inline: auto; }
  .head { margin: 0; padding-block: 12px 4px; }
  .form.alone { margin: 0; padding: 32px 16px; border-radius: 0; }
  .alone .head { margin-bottom: 24px; }
  .fold { display: block; position: sticky; top: 0; z-index: 10; padding-block: 4px; border-bottom: 1px solid var(--rule); }
  .fold summary { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 16px; min-height: 56px; }
  .fold .due { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; }
  .fold strong { font-size: 1.75rem; }
  .fold .later { flex-basis: 100%; }
  .fold .plan { flex-basis: 100%; margin: 0; }
  p.fold { min-height: 64px; align-content: center; }
  .fold:not([open]) + .bill, .bill > .due { display: none; }
  .invoice > .bill:has(.scroll) { width: 100%; max-width: none; margin: 0; }
  .bill { display: block; padding-block: 12px 8px; border-bottom: 1px solid var(--rule); }
  .items { margin-top: 8px; }
  .items li:first-child { border: 0; }
  /* The sums and the first fields stay in reach below the sticky total. */
  .scroll { max-height: 42vh; max-height: 42svh; margin-top: 8px; }
  .scroll .items { border: 0; }
  [data-framed] .scroll { max-height: 20rem; }
}
`

const skeleton = `
.form section { display: flow-root; }
.form section + section { margin-top: calc(8px * var(--space, 1)); }
.form h2 { margin-bottom: 12px; color: var(--title); font-size: 1rem; font-weight: 600; line-height: 1.5rem; }
.skeleton { container-type: inline-size; }
.skeleton-row, .skeleton-field { display: grid; min-width: 0; }
.skeleton-row { column-gap: 12px; }
.skeleton-field { grid-template-rows: minmax(1.5rem, auto) var(--control, 3rem) 2.125rem; color: var(--label); font-size: .8125rem; font-weight: 500; line-height: 1.25rem; }
.skeleton-field span { padding: 0 8px 4px 0; }
.skeleton-row:not(.pair) span { white-space: nowrap; }
.skeleton-field::after, .skeleton-tabs span, .skeleton-options { border: 1px solid var(--rule); border-radius: var(--radius, 10px); background: color-mix(in srgb, var(--text) 5%, transparent); }
.skeleton-field::after { content: ''; }
.skeleton > .skeleton-checkbox { margin-block: -8px 12px; }
.skeleton-checkbox { min-height: 44px; padding: 10px 0 10px 36px; font-size: .9375rem; line-height: 1.5rem; }
.form section > .skeleton-checkbox { margin-bottom: 12px; }
.form section > .skeleton-checkbox.required { margin-bottom: 2.125rem; }
[dir=rtl] .skeleton-checkbox { padding: 10px 36px 10px 0; }
.skeleton-tabs { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 16px; }
.skeleton-tabs span { flex: 1 1 0; min-width: min-content; min-height: var(--control, 48px); padding: 4px 26px; align-content: center; text-align: center; font-size: .9375rem; line-height: 1.25rem; font-weight: 500; }
.skeleton-options { margin-bottom: 2.125rem; }
.skeleton-options li { align-content: center; min-height: 56px; padding: 8px 16px; padding-inline-start: 48px; }
.skeleton-options .marked { padding-inline-start: 92px; }
.skeleton-options li:has(b) { display: flex; align-items: center; gap: 16px; padding-inline-end: 4px; }
.skeleton-options li:has(b) span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.skeleton-options b { padding-inline: 8px; font-size: .875rem; font-weight: 400; }
.skeleton-options + .skeleton-field { width: calc(50% - 6px); }
.skeleton-options li + li { border-top: 1px solid var(--rule); }
.pair { grid-template: minmax(1.5rem, auto) var(--control, 3rem) 2.125rem / 1fr 1fr; }
.pair > .skeleton-field { grid-row: span 3; grid-template-rows: subgrid; }
@container (width >= 21rem) { .wide:has(:nth-child(2)) { grid-template-columns: 1fr 1fr; } }
@container (width < 27.5rem) {
  .joined { --fused: calc(var(--control, 3rem) + .5rem); grid-template: var(--fused) var(--fused) / 1fr 1fr; gap: 0; padding-bottom: 2.125rem; }
  .joined > :first-child { grid-column: 1 / -1; }
  .joined > .skeleton-field { grid-template-rows: 100%; color: var(--hint); font-size: .75rem; line-height: 1rem; }
  .joined > * > span, .joined > *::after { grid-area: 1 / 1; }
  .joined span { padding: 6px 13px 0; }
  .joined > :first-child::after { border-end-start-radius: 0; border-end-end-radius: 0; border-block-end: 0; }
  .joined > :not(:first-child)::after { border-start-start-radius: 0; border-start-end-radius: 0; }
  .joined > :nth-child(2)::after { border-end-end-radius: 0; border-inline-end: 0; }
  .joined > :last-child::after { border-end-start-radius: 0; }
}
@container (width >= 27.5rem) {
  .joined { grid-template-columns: 1fr minmax(min-content, var(--expiry, 88px)) minmax(min-content, 72px); column-gap: 0; }
  .joined > :not(:last-child)::after { border-start-end-radius: 0; border-end-end-radius: 0; border-inline-end: 0; }
  .joined > :not(:first-child)::after { border-start-start-radius: 0; border-end-start-radius: 0; }
  .wide:has(:nth-child(2)) { grid-template-columns: 1fr minmax(min-content, 168px); }
}
.pay, #not-loaded button {
  width: 100%;
  min-height: max(48px, var(--control, 48px));
  padding: 8px 16px;
  border: 0;
  border-radius: var(--radius, 10px);
  background: var(--button);
  color: var(--button-text);
  font: 600 1rem/1.5 var(--font, system-ui, sans-serif);
}
/* A merchant's label may be in another language than the page. */
.pay, .pay > :first-child { unicode-bidi: plaintext; }
.pay:disabled { background: var(--button-disabled); color: var(--button-disabled-text); }
.terms { margin-bottom: 16px; padding-block: 16px; border-top: 1px solid var(--rule); font-size: .875rem; }
.terms .price { font-size: 1rem; font-weight: 600; }
.legal { margin-top: 8px; color: var(--muted); font-size: .8125rem; }
.legal p { white-space: pre-line; }
.legal p + p { margin-top: 8px; }
.legal summary { display: inline-block; padding-block: 4px; border-radius: 4px; text-decoration: underline; text-underline-offset: 2px; }
`

/** Below the form, and its transition to the receipt. */
const below = `
/* The pay button becomes the check mark. */
@media (prefers-reduced-motion: no-preference) {
  @view-transition { navigation: auto; }
  .pay, .tick { view-transition-name: outcome; }
  ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 200ms; }
}
.leave [hidden] { display: none; }
.leave { font-size: .875rem; text-align: center; }
.leave a { display: inline-block; padding: 6px 8px; color: var(--muted); }
.leave a:hover { color: var(--text); }
`

/** What an open checkout does not show: the receipt, and the notice of a closed one. */
export const outcomeStyles = `
.done, .closed { display: grid; gap: 8px; }
.closed { margin-bottom: 32px; }
:is(.done, .closed) h1 { font-size: 1.75rem; font-weight: 600; line-height: 1.2; }
.tick { display: grid; place-items: center; width: 56px; height: 56px; margin-bottom: 8px; border-radius: 50%; background: color-mix(in srgb, var(--success) 14%, transparent); color: var(--success); }
.tick .icon { width: 32px; height: 32px; stroke-dasharray: 1; }
.done:target .tick .icon { animation: sluice-check 200ms ease-out 100ms backwards; }
@keyframes sluice-check { from { stroke-dashoffset: 1; } }
.form .facts { margin-block: 32px 24px; }
.form .facts div { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: 0 16px; padding-block: 12px; border-top: 1px solid var(--rule); font-size: .875rem; }
.form .facts div:last-child { border-bottom: 1px solid var(--rule); }
.form .facts dt { color: var(--muted); }
.form .facts dd { grid-column: 2; text-align: end; font-weight: 500; }
.copy { display: inline-grid; min-height: 0; margin: -2px 0; margin-inline-start: 8px; padding: 1px 7px; border: 1px solid var(--rule); background: none; color: var(--text); }
.copy span { grid-area: 1 / 1; }
.copy:not(.copied) span + span, .copied span:first-child { visibility: hidden; }
@media (hover: hover) { .copy:hover { background: none; border-color: currentColor; } }
@media (scripting: none) { [data-print], [data-copy] { display: none; } }
.mailed { color: var(--muted); font-size: .875rem; }
.closed + .back { margin: 0 0 16px; }
.back { display: block; min-height: 48px; margin-top: 24px; padding: 12px 16px; border-radius: var(--radius, 10px); background: var(--button); font-weight: 600; text-align: center; text-decoration: none; }
.form .back { color: var(--button-text); }
/* As high as its button, so that nothing moves when the script fills it. */
.returning { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px; min-height: 32px; margin-top: 12px; color: var(--muted); font-size: .875rem; }
.returning .button { padding: 3px 11px; border: 1px solid var(--rule); background: none; color: var(--text); }
@media (hover: hover) { .form .back:hover { background: var(--button-hover); } }
.returning [hidden] { display: none; }
`

/** The printed receipt: black on white, on one page, without buttons. */
const print = `
.printed { display: none; }
@media print {
  @page { margin: 16mm; }
  html:root, :root .invoice, :root .form {
    color-scheme: light;
    --page: #fff; --surface: #fff; --text: #000; --muted: #000; --total: #000; --accent: #000; --success: #000; --rule: #999;
  }
  :root { font-size: 12px; }
  :root .panels { display: block; min-height: 0; }
  :root .invoice, :root .form { position: static; display: block; height: auto; min-height: 0; padding: 0; overflow: visible; }
  :root .invoice > *, :root .column { max-width: none; margin-inline: 0; padding-inline: 0; border: 0; }
  :root .invoice > .bill { container-type: normal; }
  :root .scroll { max-height: none; margin-inline-end: 0; overflow: visible; }
  :root .scroll .items { width: auto; }
  :root .printed { display: block; font-size: 1.25rem; font-weight: 600; }
  /* Paper is as narrow as a phone, but cannot expand details. */
  :root .invoice .bill { display: block; }
  :root .bill > .due { display: grid; }
  :root .items li { padding-block: 8px; break-inside: avoid; }
  :root .form .facts { margin-block: 16px; }
  :root .form .facts div { padding-block: 6px; }
  .fold, .button, .back, .tick, .mailed, .done h1, details:not(.legal *) { display: none !important; }
}
`

export const pageStyles = [panels, invoice, skeleton, below, print].join('')
