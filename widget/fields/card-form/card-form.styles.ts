import { ROWS } from '../field/field.styles.ts'

/**
 * Number, expiry and code as one group of two lines, with the labels inside of the controls: 146 px instead of 212. So a phone shows the whole
 * form without scrolling.
 */
const fused = (layout: string): string => `
${layout} > .group { --fused: calc(var(--control, 3rem) + .5rem); grid: var(--fused) var(--fused) minmax(2.125rem, auto) / 1fr 1fr; column-gap: var(--gap, 0); }
${layout} > .group > * > :not(p) { grid-area: 2 / 1; }
${layout} > .group > :first-child > :not(p) { grid-area: 1 / 1 / auto / -1; }
${layout} > .group > :nth-child(3) > :not(p) { grid-column: 2; }
${layout} > .group > :nth-child(3) > p { justify-self: end; }
${layout} > .group .message { grid-row: 3; }
${layout} > .group label { z-index: 4; align-self: start; padding: 6px 13px 0; font-size: .75rem; line-height: 1rem; color: var(--hint); pointer-events: none; }
${layout} > .group input:not([type=radio]) { padding-top: 1.25rem; }
${layout} > .group > :first-child .control { border-end-start-radius: 0; border-end-end-radius: 0; }
${layout} > .group > :nth-child(n + 2) .control { margin-block-start: var(--join, -1px); border-start-start-radius: 0; border-start-end-radius: 0; }
${layout} > .group > :nth-child(2) .control { border-end-end-radius: 0; }
${layout} > .group > :nth-child(3) .control { margin-inline-start: var(--join, -1px); border-end-start-radius: 0; }
`

/**
 * Layouts of the card's fields. `stack` is the default: one below the other. `row` and `grid` use a grid of columns; fields side by side share
 * one message line. It displays the error of the focused field, below that field; else the only error, or a sentence that names all invalid
 * fields. The width is that of the element.
 *
 * | width | row | grid |
 * |---|---|---|
 * | 440 px and more | number, expiry, code joined; name, postal code | as at 336 |
 * | 336 px and more | number above expiry and code, fused; name, postal code | the same |
 * | less | number above expiry and code, fused; name; postal code | the same |
 */
export const cardFormStyles = `
sluice-card-form { display: block; container-type: inline-size; }
sluice-card-form > :is(.row, .grid) > div { display: grid; ${ROWS} column-gap: 12px; }
sluice-card-form > :is(.row, .grid) > .more:has(> :nth-child(2)) { grid-template-columns: 1fr 1fr; }
sluice-card-form > :is(.row, .grid) sluice-field { display: contents; }
sluice-card-form > :is(.row, .grid) > .more > :nth-child(2) > p { justify-self: end; }
sluice-card-form > :is(.row, .grid) > .group:is(:has(.invalid:focus-within), .several) > :not(:has(.invalid:focus-within)) > p,
sluice-card-form > :is(.row, .grid) > .group:has(.invalid) .help,
sluice-card-form > div > .group:has(.invalid:focus-within) > .all { visibility: hidden; }
sluice-card-form > .stack > .group > .all { display: none; }
@container (width < 21rem) {
  sluice-card-form > :is(.row, .grid) > .more { display: block; }
  sluice-card-form > :is(.row, .grid) > .more sluice-field { display: grid; }
}
@container (width >= 21rem) {
  sluice-card-form > :is(.row, .grid) > .more:has(.invalid:focus-within) > :not(:has(.invalid:focus-within)) > p,
  sluice-card-form > :is(.row, .grid) > .more:not(:has(> :last-child .invalid:focus-within)) > :has(.invalid) + * > p { visibility: hidden; }
}
${fused('sluice-card-form > .grid')}
@container (width < 27.5rem) {
${fused('sluice-card-form > .row')}
}
@container (width >= 27.5rem) {
  sluice-card-form > .row > .group:has(> *) { grid-template-columns: 1fr minmax(min-content, var(--expiry, 88px)) minmax(min-content, 72px); column-gap: var(--gap, 0); }
  sluice-card-form > .row > .group > :nth-child(n + 2) > p { justify-self: end; }
  sluice-card-form > .row > .group > :first-child .control { border-start-end-radius: 0; border-end-end-radius: 0; }
  sluice-card-form > .row > .group > :nth-child(2) .control { border-radius: 0; margin-inline: var(--join, -1px); }
  sluice-card-form > .row > .group > :nth-child(3) .control { border-start-start-radius: 0; border-end-start-radius: 0; }
  sluice-card-form > .row > .more:has(> :nth-child(2)) { grid-template-columns: 1fr minmax(min-content, 168px); }
}
:root[data-variant=standard] sluice-card-form .group label { padding-inline: 3px; }
sluice-field .mark { margin-inline-end: 12px; }
/* Overlaps the last reserved message line, and is hidden while a field has an error. */
sluice-card-form .general { margin-top: -2.125rem; }
sluice-card-form:has(.general) .help, sluice-card-form:has(.invalid) .general { visibility: hidden; }
sluice-card-form > .status { position: absolute; top: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`
