/**
 * Styles of the checkout's form: sections, choices and button. The loading skeleton has the same heights, so that there is no
 * layout shift when the form loads.
 */
export const formStyles = `
sluice-payment-form { display: block; }
sluice-address { display: contents; }
:is(sluice-payment-form, sluice-payment-form *)[hidden] { display: none; }
sluice-payment-form .pair { display: grid; grid-template: minmax(1.5rem, auto) var(--control, 3rem) minmax(2.125rem, auto) / 1fr 1fr; column-gap: 12px; }
sluice-payment-form .pair > * { grid-row: span 3; grid-template-rows: subgrid; }
sluice-payment-form .code { width: calc(50% - 6px); }
sluice-payment-form sluice-tabs { margin-bottom: 16px; }
section > sluice-check:not([required]) { margin-bottom: 12px; }
form > sluice-check { margin-block: -8px 12px; }
/* Lies on the message line of the field above. */
.typo { position: relative; height: 2.125rem; margin-top: -2.125rem; }
.typo:not(:has(button)) { visibility: hidden; }
.typo button { min-height: 1.75rem; padding: 0; border: 0; border-radius: 4px; background: var(--surface); color: var(--accent); font: inherit; font-size: .8125rem; text-decoration: underline; text-underline-offset: 2px; cursor: pointer; }
sluice-field:has(+ .typo > button) .help { visibility: hidden; }
.debit { margin-block: 0 16px; }
sluice-payment-form .pay { display: grid; place-items: center; cursor: pointer; }
sluice-payment-form .pay > span { grid-area: 1 / 1; }
.pay[aria-disabled=false] > :last-child, .pay[aria-disabled=true] > :first-child { visibility: hidden; }
.pay[aria-disabled=true] { cursor: default; }
@media (hover: hover) { .pay[aria-disabled=false]:hover { background: var(--button-hover); } }
.pay > :last-child { display: flex; align-items: center; gap: 10px; }
.pay > :last-child::before {
  content: '';
  width: 18px;
  height: 18px;
  border: 2px solid;
  border-inline-end-color: transparent;
  border-radius: 50%;
  opacity: 0;
}
.pay[aria-disabled=true] > ::before { animation: sluice-turn 800ms 300ms linear infinite; }
@keyframes sluice-turn { from { opacity: 1; } to { opacity: 1; rotate: 360deg; } }
.lines { display: grid; min-height: 3.25rem; padding-top: 12px; font-size: .875rem; line-height: 1.25rem; }
.lines > p { grid-area: 1 / 1; color: var(--muted); }
.lines > [role=alert] { position: relative; padding-inline-start: 24px; color: var(--alert); font-weight: 500; }
.lines > [role=alert]:empty { visibility: hidden; }
.lines > [role=alert]::before {
  content: '';
  position: absolute;
  inset-inline-start: 0;
  top: 3px;
  width: 14px;
  height: 14px;
  background: currentColor;
  clip-path: path(evenodd, 'M7 0a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM6.2 3.4h1.6v4.4h-1.6zM6.2 9.1h1.6v1.6h-1.6z');
}
@media (width < 768px) {
  .lines { min-height: 4.5rem; }
  /* A focused field and its label are scrolled below the sticky total. */
  :root { scroll-padding-top: 6rem; }
}
@media (forced-colors: active) {
  sluice-payment-form .pay { border: 1px solid; }
  .lines > [role=alert]::before { forced-color-adjust: none; }
}
`
