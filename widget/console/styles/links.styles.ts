export const linksStyles = `
.link-search { margin-block-end: 12px; }
.link-search .search-box > :is(.icon, .button) { align-self: center; margin-block: 0; }
.cell-link { position: relative; display: inline-block; padding-block: 8px; }
.copy-field, .button-row { display: flex; flex-wrap: wrap; gap: 8px; }
.copy-field .input { flex: 1 1 16rem; width: auto; text-align: left; }
.button-row { margin-block-start: 8px; }
.mail-text { margin-block: 8px; padding: 12px 16px; border-radius: 10px; background: var(--page); font: .875rem/1.5 system-ui, sans-serif; white-space: pre-wrap; }
.qr { display: block; width: min(100%, 248px); aspect-ratio: 1; margin: 0 auto 8px; border-radius: 8px; forced-color-adjust: none; }
.item-text { display: block; }
.link-state { margin-block-end: 24px; }
.payment-grid .rows.payments { margin-block-end: 0; }

.link-grid { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); gap: 48px; align-items: start; }
.link-fields { display: grid; gap: 4px; min-width: 0; }
.link-fields .message:not(:empty) { margin-block-end: 12px; }
.link-fields > :has(> [data-action=add]) { margin-block-end: 20px; }
.link-amount { display: grid; grid-template-columns: minmax(0, 1fr) 7.5rem; gap: 12px; }
.link-amount > :only-child { max-width: 7.5rem; }
.link-pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 4px 16px; align-items: start; }
.link-item { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) 5rem 44px; gap: 8px; align-items: start; }
.link-item .icon-button { margin-block-start: 25px; }
.link-group { display: grid; gap: 4px; min-width: 0; margin: 0 0 12px; padding: 8px 16px; border: 1px solid var(--rule); border-radius: 12px; }
.link-group legend { padding-inline: 6px; font-size: .875rem; font-weight: 600; }
.link-json { font: .8125rem/1.5 ui-monospace, monospace; }
.more > summary { font-weight: 600; }
.more[open] > summary { margin-block-end: 8px; }
.link-bones .bone { height: 560px; }
.page-preview { position: sticky; inset-block-start: 88px; display: grid; gap: 12px; }
.drawn { display: grid; border: 1px solid var(--rule); border-radius: 16px; overflow: hidden; font-size: .8125rem; line-height: 1.25rem; forced-color-adjust: none; }
.drawn > * { display: grid; gap: 4px; padding: 20px; background: var(--drawn-surface); color: var(--drawn-text); min-width: 0; }
.drawn-merchant, .drawn-line { display: flex; justify-content: space-between; gap: 12px; }
.drawn-merchant { margin-block-end: 8px; font-weight: 600; }
.drawn-badge { flex: none; padding: 0 8px; border: 1px solid var(--drawn-rule); border-radius: 99px; color: var(--drawn-muted); font-size: .75rem; font-weight: 400; }
.drawn-small { color: var(--drawn-muted); }
.drawn-total { font-size: 1.5rem; line-height: 2rem; font-weight: 600; color: var(--drawn-accent); font-variant-numeric: tabular-nums; }
.drawn-line { padding-block-start: 6px; border-block-start: 1px solid var(--drawn-rule); }
.drawn-line span:last-child { flex: none; font-variant-numeric: tabular-nums; }
.drawn-title { margin-block-start: 8px; color: var(--drawn-title); font-weight: 600; }
.drawn-title:first-child { margin: 0; }
.drawn-label { color: var(--drawn-label); font-size: .75rem; }
.drawn-field { min-height: 34px; padding: 6px 10px; border: 1px solid var(--drawn-edge); border-radius: var(--drawn-radius); background: var(--drawn-field); color: var(--drawn-typed); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
[data-variant=filled] .drawn-field { border-color: transparent; border-block-end-color: var(--drawn-edge); border-end-start-radius: 0; border-end-end-radius: 0; }
[data-variant=standard] .drawn-field { padding-inline: 0; border-width: 0 0 1px; border-radius: 0; background: none; }
.drawn-pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.drawn-tabs { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; text-align: center; }
.drawn-tabs span { padding: 6px; border-radius: var(--drawn-radius); background: var(--drawn-tab); color: var(--drawn-tab-text); }
.drawn-tabs .drawn-selected { background: var(--drawn-tab-selected); color: var(--drawn-tab-selected-text); box-shadow: inset 0 -2px var(--drawn-tab-mark); }
.drawn-consent { display: flex; gap: 8px; margin-block-start: 6px; }
.drawn-consent i { flex: none; width: 16px; height: 16px; margin-block-start: 2px; border: 1px solid var(--drawn-edge); border-radius: 4px; background: var(--drawn-field); }
.drawn-button { margin-block-start: 10px; padding: 10px; border-radius: var(--drawn-radius); background: var(--drawn-button); color: var(--drawn-button-text); font-weight: 600; text-align: center; }
@media (width < 1024px) {
  .link-grid { grid-template-columns: minmax(0, 1fr); gap: 32px; }
  .page-preview { position: static; }
  /* The form is longer than any window, so what is below it has to be out of sight from the start. */
  .link-bones { min-height: 100vh; min-height: 100dvh; }
}
@media (width < 768px) {
  .link-item { grid-template-columns: minmax(0, 1fr) 5rem 44px; padding-block-end: 8px; border-block-end: 1px solid var(--rule); }
  .link-item > .field:first-child { grid-column: 1 / -1; }
  .button-row .button { flex: 1; }
}
`
