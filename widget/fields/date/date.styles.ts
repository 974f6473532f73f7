/**
 * Styles of a date besides those of all fields. Our calendar icon replaces the browser's picker button if it can be styled,
 * with a target of 44 px. Browsers write dates in the direction of their own language, so the button is placed at the end in
 * the direction of the page's language.
 */
export const dateStyles = `
sluice-date input::-webkit-date-and-time-value { text-align: start; }
sluice-date svg { display: none; }
@supports selector(::-webkit-calendar-picker-indicator) {
  sluice-date input { position: relative; padding-inline-end: 44px; }
  sluice-date svg { display: block; flex: none; margin-inline: -32px 12px; color: var(--icon); pointer-events: none; z-index: 1; }
  sluice-date input::-webkit-calendar-picker-indicator { position: absolute; top: 0; right: 0; width: 44px; height: 100%; margin: 0; padding: 0; border-radius: 8px; background: none; appearance: none; cursor: pointer; }
  sluice-date input::-webkit-calendar-picker-indicator:focus-visible { outline: 2px solid var(--accent); outline-offset: -6px; }
  [dir=rtl] sluice-date input::-webkit-calendar-picker-indicator { right: auto; left: 0; }
  sluice-date input:read-only::-webkit-calendar-picker-indicator { visibility: hidden; }
  :root[data-variant=standard] sluice-date svg { margin-inline: -22px 2px; }
}
@media (forced-colors: active) {
  sluice-date svg { color: ButtonText; }
}
`
