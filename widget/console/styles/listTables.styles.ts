/**
 * The long lists. Their rows are grids with widths of their own, and not those of a table: a row outside of the window is neither laid out
 * nor painted, and one more row moves no column.
 */
export const listTablesStyles = `
.rows.list, .rows.list :is(thead, tbody) { display: block; }
/* Not the first rows, which are in sight at first: the browser would draw them with an assumed height, and then move what follows. */
.rows.list tbody tr:nth-child(n + 21) { content-visibility: auto; contain-intrinsic-block-size: auto 56px; }
@media (width >= 768px) {
  .rows.list { min-width: var(--width); }
  .rows.list tr { display: grid; grid-template-columns: var(--columns); }
  .rows.list :is(th, td) { align-content: center; width: auto; max-width: none; }
  .rows.list td { height: auto; min-height: 56px; }
  .rows.list.entries td { align-content: start; }
  .rows.list.entries td:is(.when, .actions) { width: auto; }
}
/*
 * The height of most rows of each list, without their padding. A row that gets another height when it comes near the window moves those
 * below it, and with them the one that has the focus. Not lower than they are: the buttons of a row would reach into the next one.
 */
.rows.list:is(.audit, .deliveries) tbody tr:nth-child(n + 21) { contain-intrinsic-block-size: auto 94px; }
@media (width < 768px) {
  .rows.list tbody tr:nth-child(n + 21) { contain-intrinsic-block-size: auto 90px; }
  .rows.list.links tbody tr:nth-child(n + 21) { contain-intrinsic-block-size: auto 106px; }
  .rows.list.audit tbody tr:nth-child(n + 21) { contain-intrinsic-block-size: auto 185px; }
  .rows.list.deliveries tbody tr:nth-child(n + 21) { contain-intrinsic-block-size: auto 192px; }
}
.rows.settlements { --columns: minmax(9rem, 1.4fr) repeat(4, minmax(7rem, 1fr)); --width: 37rem; }
.rows.subscriptions { --columns: minmax(6.5rem, .4fr) minmax(7rem, 1fr) minmax(8rem, 1.5fr) minmax(7rem, 1.5fr) minmax(9.5rem, 1fr) minmax(6.5rem, .8fr); --width: 44.5rem; }
.rows.disputes { --columns: minmax(6rem, .4fr) minmax(8rem, 1fr) minmax(10rem, 2.4fr) repeat(2, minmax(6.5rem, 1fr)); --width: 37rem; }
.rows.links { --columns: minmax(6.5rem, .4fr) minmax(7.5rem, 1fr) minmax(5.5rem, 1fr) minmax(7rem, 2fr) minmax(7rem, 1fr) minmax(6.5rem, 1fr); --width: 40rem; }
.rows.audit { --columns: minmax(9rem, 1.2fr) minmax(12rem, 2fr) minmax(9rem, 1.3fr) 8rem; }
.rows.deliveries { --columns: minmax(11rem, 1.6fr) minmax(7rem, 1fr) minmax(9rem, 1.3fr) 9rem 8rem; }
`
