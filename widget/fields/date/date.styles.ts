/**
 * What a date has beside the look of every field: the browser's own button for its calendar, with the target of 44 px that
 * every other one has.
 */
export const dateStyles = `
sluice-date input { min-width: 0; padding-inline-end: 0; }
sluice-date input::-webkit-calendar-picker-indicator { box-sizing: border-box; width: 44px; height: 44px; margin: 0; padding: 12px; cursor: pointer; }
sluice-date input::-webkit-date-and-time-value { text-align: start; }
sluice-date input:read-only::-webkit-calendar-picker-indicator { visibility: hidden; }
`
