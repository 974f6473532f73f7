import { ROWS } from '../field/field.styles.ts'

/**
 * Layouts of the card's fields. `stack` is the default: one below the other. `row` and `grid` use a grid of columns; fields
 * side by side share one message line over the full width, which displays the error of the first invalid field. The width is
 * that of the element.
 *
 * | width | row | grid |
 * |---|---|---|
 * | 440 px and more | number, expiry, code joined; name, postal code | as at 360 |
 * | 360 px and more | number; expiry, code; name, postal code | the same |
 * | less | number; expiry, code; name; postal code | the same |
 */
export const cardFormStyles = `
sluice-card-form { display: block; container-type: inline-size; }
sluice-card-form > :is(.row, .grid) > div { display: grid; ${ROWS} column-gap: 12px; }
sluice-card-form > :is(.row, .grid) > :has(> :nth-child(2)) { grid-template-columns: 1fr 1fr; }
sluice-card-form > :is(.row, .grid) sluice-field { display: contents; }
sluice-card-form > :is(.row, .grid) > .group > :nth-child(n + 2) { --row: 4; }
sluice-card-form .group > :first-child > :not(p) { grid-column: 1 / -1; }
sluice-card-form > :is(.row, .grid) > .group > :nth-child(2):has(.invalid) + * > p { visibility: hidden; }
@container (width < 22.5rem) {
  sluice-card-form > :is(.row, .grid) > .more { display: block; }
  sluice-card-form > :is(.row, .grid) > .more sluice-field { display: grid; }
}
@container (width >= 22.5rem) {
  sluice-card-form > :is(.row, .grid) > .more > :has(.invalid) + * > p { visibility: hidden; }
}
@container (width >= 27.5rem) {
  sluice-card-form > .row > .group:has(> *) { grid-template-columns: 1fr minmax(min-content, 88px) minmax(min-content, 72px); column-gap: var(--gap, 0); }
  sluice-card-form > .row > .group > :nth-child(n + 2) { --row: 1; }
  sluice-card-form > .row > .group > :first-child > :not(p) { grid-column: auto; }
  sluice-card-form > .row > .group > :has(.invalid) ~ * > p { visibility: hidden; }
  sluice-card-form > .row > .group > :first-child .control { border-start-end-radius: 0; border-end-end-radius: 0; }
  sluice-card-form > .row > .group > :nth-child(2) .control { border-radius: 0; margin-inline: var(--join, -1px); }
  sluice-card-form > .row > .group > :last-child .control { border-start-start-radius: 0; border-end-start-radius: 0; }
  sluice-card-form > .row > .more:has(> :nth-child(2)) { grid-template-columns: 1fr minmax(min-content, 168px); }
}
sluice-field .mark { margin-inline-end: 12px; }
/* Overlaps the last reserved message line, and is hidden while a field has an error. */
sluice-card-form .general { margin-top: -1.75rem; }
sluice-card-form:has(.general) .help, sluice-card-form:has(.invalid) .general { visibility: hidden; }
sluice-card-form > .status { position: absolute; top: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`
