/** Keys, webhooks, connections and the audit log. */
export const developersStyles = `
.sections-group { margin-block: 16px 4px; }
.sections-label { padding: 4px 12px; color: var(--muted); font-size: .8125rem; font-weight: 500; }
.rows.entries td { max-width: 24rem; height: auto; min-height: 56px; padding-block: 12px; vertical-align: top; white-space: normal; }
.rows.entries td .small { display: block; }
.rows.entries .hint { white-space: nowrap; }
.panel-actions { margin-block-start: 12px; }
.connection .panel-actions { margin: 0; }
webhook-head { display: block; }
.test-result { min-height: 1.5rem; margin-block-start: 8px; }
.check-result { min-height: 1.25rem; }
.webhook-state { margin-block: 4px 16px; }
.webhook-skeleton { height: 18rem; }
.rows.entries td.actions { width: 1%; padding-block: 4px; text-align: end; white-space: nowrap; }
.rows.entries td.actions .button { color: var(--accent); }
.rows.entries td.actions .button + .button { margin-inline-start: 4px; }
.rows.entries td.when { width: 1%; white-space: nowrap; color: var(--muted); }
.rows.entries .row-title { font-weight: 600; overflow-wrap: anywhere; }
.rows.entries details { margin-block-start: 4px; }
.rows.entries summary { position: relative; color: var(--muted); font-size: .8125rem; line-height: 1.5rem; }
.rows.entries a:not(.row-link), .rows.entries .button { position: relative; }
/* At least 24 px high and wide for a finger in any font, without a higher line: the height of an inline box depends on the font. */
.rows.entries a:not(.row-link) { display: inline-block; min-width: 24px; margin-block: -3px; padding-block: 3px; }
.attempts { display: grid; gap: 4px; padding-block: 4px; font-size: .8125rem; }
.attempts li { display: flex; flex-wrap: wrap; gap: 0 12px; }
.attempts time { color: var(--muted); }
.secret-value { display: block; padding: 12px; border: 1px solid var(--rule); border-radius: 8px; background: var(--field); color: var(--text); font: 500 .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; user-select: all; direction: ltr; text-align: left; }
.code-field { font: .8125rem/1.5 ui-monospace, monospace; direction: ltr; }
textarea.input { resize: vertical; }
.options { display: grid; min-width: 0; margin: 0; padding: 0; border: 0; }
.options legend { padding: 0; margin-block-end: 4px; }
.option { display: flex; align-items: baseline; gap: 12px; padding-block: 8px; border-block-end: 1px solid var(--rule); font-size: .875rem; }
.option input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); translate: 0 4px; }
.option span { display: block; }
.option strong { font-weight: 500; }
.options.scroll { max-height: 18rem; overflow-y: auto; }
.connection-list { display: grid; gap: 16px; }
.connection { display: grid; gap: 12px; }
.connection-head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
.connection-head h2 { margin: 0; }
.connection-head .state { margin-inline-end: auto; }
.panel-actions { display: flex; flex-wrap: wrap; gap: 8px; }
.facts dd code { overflow-wrap: anywhere; }
.facts dd code + .button { margin-inline-start: 4px; }
.section-title { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; margin-block: 32px 0; min-height: 44px; }
.webhook-url { font-size: 1.25rem; overflow-wrap: anywhere; }
.page-head + .notice { margin-block-end: 16px; }
.notice + .panel { margin-block-start: 16px; }
.audit-filters { display: flex; flex-wrap: wrap; align-items: end; gap: 12px 16px; margin-block-end: 16px; }
.audit-filters .field { min-width: 10rem; }
.audit-filters .chip { min-height: 44px; }
.filtered { display: flex; align-items: center; gap: 8px; }
@media (width < 768px) {
  .rows.entries, .rows.entries :is(tbody, tr, td) { display: block; }
  .rows.entries thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows.entries tbody tr { padding-block: 12px; border-block-end: 1px solid var(--rule); }
  .rows.entries td, .rows.entries td.when, .rows.entries td.actions { width: auto; max-width: none; min-height: 0; padding: 2px 0; border: 0; text-align: start; white-space: normal; }
  .rows.entries td:empty { display: none; }
  .rows.entries td[data-label] { display: flex; justify-content: space-between; gap: 16px; font-size: .8125rem; }
  .rows.entries td[data-label]::before { content: attr(data-label); flex: none; color: var(--muted); }
  .rows.entries td[data-label] > * { text-align: end; }
  .audit-filters .field { flex: 1; }
}
`
