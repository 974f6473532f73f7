/** Lists of people, forms of a page's own, and dialogs with more than one field. */
export const teamStyles = `
.intro { margin-block: -12px 24px; }
.block { display: block; }
.list-section { margin-block-end: 40px; }
.section-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; }
.none { padding-block: 16px; border-block-end: 1px solid var(--rule); font-size: .875rem; }
.list-section > .button { margin-block-start: 16px; }
.list-section > .notice { margin-block-start: 12px; }
.rows.people td { max-width: 20rem; white-space: normal; }
.rows.people td.name .small { display: block; }
.rows.people td.name .state { margin-inline-start: 8px; }
.rows.people td.actions { width: 1%; text-align: end; white-space: nowrap; }
.rows.people td.actions .button { color: var(--accent); }
.choices { display: grid; min-width: 0; margin: 0; padding: 0; border: 0; }
.choices legend { padding: 0; margin-block-end: 4px; }
.choice { display: flex; align-items: baseline; gap: 12px; min-height: 44px; padding-block: 6px; border-block-end: 1px solid var(--rule); font-size: .875rem; }
.choice input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); translate: 0 4px; }
.choice span { display: block; }
.choice strong { font-weight: 500; }
.field-row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; }
.field-row .input { flex: 1; min-width: 7rem; }
.code-input { font: .8125rem/1.5 ui-monospace, monospace; direction: ltr; }
textarea.input { resize: vertical; }
.input:disabled { opacity: .6; }
settings-group { display: block; }
.settings { display: grid; gap: 24px; max-width: 760px; }
.settings-group { display: grid; gap: 12px; scroll-margin-block-start: 72px; }
.settings-group[data-scope=test] { border-inline-start: 4px solid var(--test-rule); }
.settings-group h2 { margin: 0; }
.scope { padding: 2px 10px; border-radius: 8px; background: color-mix(in srgb, var(--text) 7%, transparent); font-size: .8125rem; font-weight: 500; }
[data-scope=test] > .section-head .scope { background: var(--test-bar); color: var(--test-text); }
.settings-form { display: grid; gap: 8px; }
.settings-form .field .check { min-height: 32px; }
.settings-form details .check { align-items: start; padding-block: 6px; min-height: 32px; }
.settings-foot { display: flex; align-items: center; gap: 8px; min-height: 44px; }
.settings-foot p { margin-inline-end: auto; }
.settings-foot .good { color: var(--success); }
.settings-group .rows th[scope=row] { white-space: normal; font-weight: 400; }
.legal { display: grid; gap: 12px; padding-block: 12px 16px; margin-block-end: 12px; border-block-end: 1px solid var(--rule); }
.choices > .button { justify-self: start; }
@media (width < 768px) {
  .intro { margin-block-start: -4px; }
  .rows.people, .rows.people :is(tbody, tr, td) { display: block; }
  .rows.people thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows.people tbody tr { padding-block: 12px; border-block-end: 1px solid var(--rule); }
  .rows.people td { width: auto; height: auto; max-width: none; padding: 2px 0; border: 0; text-align: start; }
  .rows.people td[data-label] { display: flex; justify-content: space-between; gap: 16px; font-size: .8125rem; text-align: end; }
  .rows.people td[data-label]::before { content: attr(data-label); color: var(--muted); }
  .rows.people td.actions { width: auto; text-align: start; }
  .rows.people td.actions:empty { display: none; }
}
`
