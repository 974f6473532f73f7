export const paymentsStyles = `
.search { position: relative; }
.search-box { display: flex; align-items: center; gap: 6px; min-height: 48px; padding-inline: 14px 2px; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--field); color: var(--muted); }
.search-box > .icon, .search-box > button { align-self: start; margin-block: 1px; }
.search-box > .icon { margin-block: 13px; }
.search-parts { flex: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 0 6px; min-width: 0; }
.search-box:has(.search-input:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.search-box:has([aria-invalid=true]) { border-color: var(--alert); }
.search-input { flex: 1; min-width: 6rem; min-height: 44px; padding: 0 4px; border: 0; background: none; color: var(--text); outline: none; }
.search-input::placeholder { color: var(--muted); opacity: 1; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; padding-block: 6px; min-width: 0; }
.chip { display: inline-flex; align-items: center; min-width: 0; max-width: 100%; padding-inline-start: 10px; border-radius: 8px; background: color-mix(in srgb, var(--accent) 10%, var(--field)); color: var(--text); font-size: .875rem; }
.chip span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chip button { position: relative; display: grid; place-items: center; flex: none; width: 32px; height: 32px; padding: 0; border: 0; border-radius: 8px; background: none; cursor: pointer; }
.chip .icon { width: 14px; height: 14px; }
.search-guide { inset-block-start: 212px; inset-inline-end: 16px; width: min(520px, 100vw - 32px); max-height: 70dvh; overflow: auto; }
.search-guide dl { display: grid; gap: 4px; margin-block-start: 8px; font-size: .875rem; }
.search-guide dl div { display: grid; grid-template-columns: 13rem 1fr; gap: 0 12px; }
.search-guide dd { color: var(--muted); }
code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, monospace; }
.views { display: flex; gap: 4px; margin-block: 4px 16px; margin-inline: -12px; overflow-x: auto; scrollbar-width: none; border-block-end: 1px solid var(--rule); padding-inline: 0; }
saved-views { display: block; }
.views-row { display: flex; align-items: start; gap: 8px; margin-block: 4px 16px; border-block-end: 1px solid var(--rule); }
.views-row .views { flex: 1; min-width: 0; margin-block: 0 -1px; border: 0; }
.views-row > .button { flex: none; color: var(--accent); }
.view-menu { inset-block-start: 200px; inset-inline-end: 32px; width: 240px; }
.view-menu .button { margin-block-start: 8px; }
.views a { position: relative; flex: none; display: inline-flex; align-items: center; min-height: 44px; padding-inline: 12px; color: var(--muted); font-size: .875rem; font-weight: 500; text-decoration: none; outline-offset: -4px; }
.views a[aria-current=true] { color: var(--text); }
.views a[aria-current=true]::after { content: ''; position: absolute; inset: auto 12px 0; height: 2px; border-radius: 2px; background: var(--accent); }
@media (hover: hover) { .views a:hover { color: var(--text); } }
.column-menu { inset-block-start: 140px; inset-inline-end: 32px; max-height: 70dvh; overflow: auto; padding-block: 8px; }
.column-menu .check { padding-inline-end: 16px; }

.rows { width: 100%; border-collapse: collapse; font-size: .875rem; }
.table-scroll { overflow-x: auto; }
/* The button fits into its cell, and its ring into the button: cells, rows and the table cut off what is outside. */
.rows td.actions .button { padding-inline: 6px; }
.rows td.actions .button:focus-visible { outline-offset: -2px; }
.rows th { height: 40px; padding: 0 12px; color: var(--muted); font-size: .8125rem; font-weight: 500; text-align: start; white-space: nowrap; border-block-end: 1px solid var(--rule); }
.rows td { height: 56px; max-width: 11rem; padding: 4px 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; border-block-end: 1px solid var(--rule); }
.rows :is(th, td):first-child { padding-inline-start: 4px; }
.rows :is(th, td):last-child { padding-inline-end: 4px; }
.rows :is(.amount, .captured, .credited) { text-align: end; }
.rows td.amount { font-weight: 600; }
.rows td:is(.source, .order, .customer, .created, .authCode, .batch, .id) { color: var(--muted); }
.rows .reason { max-width: 22rem; }
.rows .net { font-weight: 600; }
.of-currency { display: block; }
.rows .created:last-child { text-align: end; }
.rows .state + .state { margin-inline-start: 8px; }
.rows tbody tr { position: relative; }
.row-link { color: inherit; text-decoration: none; }
.row-link::after { content: ''; position: absolute; inset: 0; border-radius: 6px; }
.row-link:focus-visible { outline: none; }
.row-link:focus-visible::after { outline: 2px solid var(--accent); outline-offset: -2px; }
.rows time { position: relative; }
@media (hover: hover) { .rows tbody tr:hover { background: var(--hover); } }
.list-skeleton { padding-block-start: 40px; }
.list-skeleton .skeleton-rows { border-block-start: 1px solid var(--rule); margin-block-start: -1px; }
.list-foot { display: flex; align-items: center; justify-content: space-between; gap: 16px; min-height: 76px; }

.rows .select { width: 44px; max-width: none; padding: 0; overflow: visible; }
.select-box { position: relative; z-index: 1; display: grid; place-items: center; width: 44px; height: 44px; cursor: pointer; }
th .select-box { height: 39px; }
.select-box .narrow { display: none; }
.select-box input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); cursor: inherit; }
.rows tbody tr.selected { background: color-mix(in srgb, var(--accent) 8%, transparent); }
/* The tint leaves green and amber too little contrast. */
.rows tbody tr.selected .state { color: var(--text); }
.selection { position: sticky; inset-block-end: 16px; z-index: 5; display: flex; flex-wrap: wrap; align-items: center; gap: 8px; width: fit-content; max-width: 100%; margin-inline: auto; padding: 8px 8px 8px 20px; border: 1px solid var(--rule); border-radius: 16px; background: var(--panel); box-shadow: 0 12px 32px -8px rgb(0 0 0 / 25%); font-size: .875rem; }
.selection p { display: flex; flex-wrap: wrap; gap: 0 8px; margin-inline-end: 8px; }
.selection strong { font-weight: 600; }
payments-screen { display: block; scroll-padding-block-end: 96px; }
.date-menu { padding: 8px; }
.date-menu a { display: flex; align-items: center; min-height: 44px; padding-inline: 12px; border-radius: 8px; color: inherit; font-size: .875rem; text-decoration: none; }
.date-menu .button { width: 100%; margin-block-start: 4px; }
@media (hover: hover) { .date-menu a:hover { background: var(--hover); } }
.bulk-items { display: grid; gap: 2px; max-height: 40dvh; overflow: auto; font-size: .875rem; }
.bulk-items li { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; min-height: 36px; }
.bulk-items .figure { min-width: 6rem; }
.bulk-progress { display: grid; gap: 8px; font-size: .875rem; }
.bulk-progress progress { width: 100%; height: 8px; accent-color: var(--accent); }

@media (width < 768px) {
  .page-head .button:has(.icon) { width: 44px; padding: 0; }
  .page-head .button .icon + span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .search-guide dl div { grid-template-columns: 1fr; padding-block: 4px; }
  .views { margin-inline: -16px; padding-inline: 4px; }
  .rows.payments, .rows.payments :is(tbody, thead) { display: block; }
  .rows.payments thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows.payments tbody tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 16px; padding-block: 12px; border-block-end: 1px solid var(--rule); }
  .rows.payments td { height: auto; max-width: none; padding: 0; border: 0; text-align: start; }
  .rows.payments.selectable tbody tr { grid-template-columns: 36px minmax(0, 1fr) auto; }
  .rows.payments.selectable thead { position: static; width: auto; height: auto; clip-path: none; }
  .rows.payments.selectable thead tr { position: relative; display: flex; border-block-end: 1px solid var(--rule); }
  .rows.payments.selectable th:not(.select) { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
  .rows.payments.selectable th.select { width: auto; margin-inline-start: -8px; padding: 0; border: 0; }
  th .select-box { grid-template-columns: 44px auto; place-items: center start; width: auto; height: 44px; }
  th .select-box input { justify-self: center; }
  .select-box .narrow { display: inline; }
  .rows.payments.selectable td.select { grid-column: 1; grid-row: 1 / span 2; margin-inline-start: -8px; }
  .rows.payments.selectable td.amount { grid-column: 2; }
  .rows.payments.selectable td.source { grid-column: 2; }
  .rows.payments td:empty { display: none; }
  .rows.payments td.amount { font-size: 1rem; }
  .rows.payments td.status, .rows.payments td.created { text-align: end; }
  .rows.payments td.status { white-space: normal; }
  .rows.payments td:is(.order, .customer, .captured, .credited, .authCode, .batch, .id) { grid-column: 1; font-size: .8125rem; }
  .rows.payments td.created { grid-column: 2; grid-row: 2; }
  .rows.payments.selectable td.status { grid-column: 3; grid-row: 1; }
  .rows.payments.selectable td.created { grid-column: 3; }
  .rows.payments.selectable td:is(.order, .customer, .captured, .credited, .authCode, .batch, .id) { grid-column: 2; }
  .selection { inset-block-end: 8px; padding-inline-start: 16px; }
  .selection p { flex: 1 1 100%; padding-block-start: 4px; }
  .page-head .date-menu .button { width: 100%; padding: 8px 16px; }
  .rows.payments td.reason { white-space: normal; }
  .rows.payments td[data-label] { display: flex; justify-content: space-between; grid-column: 1 / -1; }
  .rows.payments td[data-label]::before { content: attr(data-label); font-weight: 400; color: var(--muted); }
  .list-skeleton { padding: 0; }
  .list-skeleton.selectable { padding-block-start: 41px; }
  .list-skeleton .skeleton-rows { margin: 0; border: 0; }
  .skeleton-row { height: 71px; }
}
`
