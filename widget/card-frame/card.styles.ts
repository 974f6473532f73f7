import { brandMarkStyles } from '../fields/brand-mark/brand-mark.styles.ts'
import { fieldStyles, ROWS } from '../fields/field/field.styles.ts'
import { networkChoiceStyles } from '../fields/network-choice/network-choice.styles.ts'

/**
 * The frame's own layout. The page is 4 px larger than the form on every side, for the focus ring; the element on the
 * merchant's page takes them back, so our fields line up with the merchant's.
 *
 * Lengths of text are rem: they follow the shopper's own font size, never under the 16 px below which iOS zooms. At 16 px
 * a row of fields is 100 px high, and embed/sheet.ts counts the same rows: nothing moves when the frame comes.
 */
const page = `
* { box-sizing: border-box; }
:root {
  font: max(16px, 100%)/1.5 system-ui, sans-serif;
  color: var(--text);
  -webkit-text-size-adjust: 100%;
}
body { margin: 0; padding: 4px; border-radius: 14px; background: var(--surface, transparent); }
sluice-card-form { display: block; container-type: inline-size; }
.status { position: absolute; top: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`

/**
 * `stack` is what the fields do by themselves: one under the other. In `row` and `grid` they lie in a grid of columns; what
 * stands side by side has one line for messages, over the whole width, where the first that is invalid speaks.
 *
 * | width | row | grid |
 * |---|---|---|
 * | 440 px and more | number, expiry, code joined; name, postal code | as at 360 |
 * | 360 px and more | number; expiry, code; name, postal code | the same |
 * | less | number; expiry, code; name; postal code | the same |
 */
const layouts = `
:is(.row, .grid) > div { display: grid; ${ROWS} column-gap: 12px; }
:is(.row, .grid) > :has(> :nth-child(2)) { grid-template-columns: 1fr 1fr; }
:is(.row, .grid) sluice-field { display: contents; }
:is(.row, .grid) > .group > :nth-child(n + 2) { --row: 4; }
.group > :first-child > :not(p) { grid-column: 1 / -1; }
:is(.row, .grid) > .group > :nth-child(2):has(.invalid) + * > p { visibility: hidden; }
@container (width < 22.5rem) {
  :is(.row, .grid) > .more { display: block; }
  :is(.row, .grid) > .more sluice-field { display: grid; }
}
@container (width >= 22.5rem) {
  :is(.row, .grid) > .more > :has(.invalid) + * > p { visibility: hidden; }
}
@container (width >= 27.5rem) {
  .row > .group:has(> *) { grid-template-columns: 1fr minmax(min-content, 88px) minmax(min-content, 72px); column-gap: var(--gap, 0); }
  .row > .group > :nth-child(n + 2) { --row: 1; }
  .row > .group > :first-child > :not(p) { grid-column: auto; }
  .row > .group > :has(.invalid) ~ * > p { visibility: hidden; }
  .row > .group > :first-child .control { border-start-end-radius: 0; border-end-end-radius: 0; }
  .row > .group > :nth-child(2) .control { border-radius: 0; margin-inline: var(--join, -1px); }
  .row > .group > :last-child .control { border-start-start-radius: 0; border-end-start-radius: 0; }
  .row > .more:has(> :nth-child(2)) { grid-template-columns: 1fr minmax(min-content, 168px); }
}
sluice-field .mark { margin-inline-end: 12px; }
/* It lies on the last line that is reserved for messages, and gives way to what a field has to say. */
.general { margin-top: -1.75rem; }
form:has(.general) .help, form:has(.invalid) .general { visibility: hidden; }
`

/** What the shopper's own settings change: after everything else. */
const preferences = `
@media (prefers-contrast: more) {
  form { --muted: var(--text); --edge: var(--text); --edge-hover: var(--text); --hint: var(--typed); --icon: var(--typed); }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation: none !important; }
}
`

/** The whole style sheet of the frame. */
export const cardStyles = [page, fieldStyles, brandMarkStyles, layouts, networkChoiceStyles, preferences].join('\n')
