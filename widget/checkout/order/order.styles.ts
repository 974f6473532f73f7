/** Styles of the shopper's choices and of the items' pictures, only on pages with either. */
export const orderStyles = `
.items li:has(> .picture) { grid-template-columns: auto 1fr auto; }
.picture { grid-row: span 2; width: 48px; height: 48px; border-radius: 8px; background: color-mix(in srgb, var(--text) 6%, transparent); object-fit: cover; }
.items .picture ~ :is(.each, .words, details) { grid-column: 2 / -1; }
.each:has(.stepper) { align-items: center; }
.stepper { display: inline-flex; align-items: center; border: 1px solid var(--rule); border-radius: 10px; color: var(--text); }
.stepper output { min-width: 2.25rem; text-align: center; }
.step { width: 44px; height: 44px; padding: 0; border: 0; border-radius: 9px; background: none; color: inherit; font: 500 1.125rem/1 system-ui, sans-serif; cursor: pointer; }
.step:is(:disabled, [aria-disabled=true]) { color: var(--muted); opacity: .5; cursor: default; }
@media (hover: hover) { .step:not(:disabled, [aria-disabled=true]):hover { background: color-mix(in srgb, var(--text) 8%, transparent); } }
.promo { padding-block: 8px; border-top: 1px solid var(--rule); }
.sums + .promo { margin-top: 0; }
.promo summary { display: inline-flex; align-items: center; min-height: 44px; color: var(--accent); border-radius: 8px; font-size: .875rem; text-decoration: underline; text-underline-offset: 2px; }
.promo label { display: block; padding-block: 4px; color: var(--muted); font-size: .8125rem; font-weight: 500; }
.promo .entry { display: flex; gap: 8px; }
.promo input { flex: 1; min-width: 0; height: 48px; padding: 0 12px; border: 1px solid var(--muted); border-radius: 10px; background: var(--surface); color: var(--text); font: inherit; text-transform: none; }
.promo input:focus { outline: 2px solid var(--accent); outline-offset: 2px; }
.promo input[aria-invalid] { border: 2px solid var(--text); }
.promo .button { min-height: 44px; }
.promo .entry .button { min-height: 48px; padding-inline: 16px; border-radius: 10px; font-size: .9375rem; }
.promo .button:disabled { cursor: default; opacity: .6; }
/* The invoice has no colour of its own for errors: the sign and the border say it. */
.promo [role=alert] { position: relative; min-height: 1.75rem; padding-top: 6px; font-size: .8125rem; line-height: 1.25rem; font-weight: 600; }
.promo [role=alert]:not(:empty) { padding-inline-start: 20px; }
.promo [role=alert]:not(:empty)::before {
  content: '';
  position: absolute;
  inset-inline-start: 0;
  top: 9px;
  width: 14px;
  height: 14px;
  background: currentColor;
  clip-path: path(evenodd, 'M7 0a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM6.2 3.4h1.6v4.4h-1.6zM6.2 9.1h1.6v1.6h-1.6z');
}
@media (forced-colors: active) { .promo [role=alert]::before { forced-color-adjust: none; } .stepper, .methods { border-color: CanvasText; } }
.applied { display: flex; align-items: center; justify-content: space-between; gap: 8px 16px; min-height: 44px; }
.applied bdi { font-weight: 500; }
:is(.promo, .methods) [hidden], #shipping-method[hidden] { display: none; }
#shipping-method { margin-bottom: 24px; }
.methods { border: 1px solid var(--rule); border-radius: 10px; background: var(--surface); }
.methods label { display: flex; align-items: center; gap: 12px; min-height: 56px; padding: 8px 16px; cursor: pointer; }
.methods label + label { border-top: 1px solid var(--rule); }
.methods input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
.methods span { flex: 1; min-width: 0; font-size: .9375rem; line-height: 1.5rem; }
.methods small { display: block; color: var(--muted); font-size: .8125rem; line-height: 1.25rem; }
.methods input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (scripting: none) { .promo, .step, #shipping-method { display: none; } }
@media print { .promo, .step, .picture { display: none !important; } }
`
