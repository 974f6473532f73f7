import { brandMarkStyles } from '../fields/brand-mark/brand-mark.styles.ts'
import { fieldStyles } from '../fields/field/field.styles.ts'
import { paletteStyles } from '../theme/tokens.ts'

/**
 * The frame's own layout. The page is 4 px larger than the form on every side, for the focus ring; the element on the
 * merchant's page takes them back, so our fields line up with the merchant's.
 *
 * Wide: number, expiry and code are one joined group with one line for errors; name and postal code below.
 * Under 360 px: every field for itself, expiry and code side by side.
 * The heights here and in embed/sheet.ts agree (100 px a row), so nothing moves when the frame comes.
 */
const layout = `
* { box-sizing: border-box; }
:root {
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif;
  color: var(--text);
  -webkit-text-size-adjust: 100%;
}
body { margin: 0; padding: 4px; border-radius: 14px; background: var(--surface, transparent); }
sluice-card-form { display: block; container-type: inline-size; }
.row, .stack, .grid { display: grid; margin: 0; }
.group, .more { display: grid; column-gap: 12px; }
.group { grid-template-columns: 1fr 1fr; }
.group > :first-child { grid-column: 1 / -1; }
/* It lies on the last line that is reserved for errors: when it shows, no field has one. */
form .general { margin-top: -24px; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
sluice-field sluice-brand-mark { margin-inline-end: 12px; }
@container (min-width: 360px) {
  .row .group { grid-template: 24px 48px minmax(28px, auto) / minmax(0, 1fr) 96px 84px; column-gap: 0; }
  .row .group sluice-field { display: contents; }
  .row .group label { grid-row: 1; padding-inline-start: 1px; }
  .row .group > :not(:first-child) label { padding-inline-start: 12px; }
  .row .group .control { grid-row: 2; }
  .row .group .message { grid-area: 3 / 1 / auto / -1; }
  .row .group sluice-field:has(.invalid) ~ sluice-field .message { visibility: hidden; }
  .row .group > :first-child .control { border-start-end-radius: 0; border-end-end-radius: 0; }
  .row .group > :nth-child(2) .control { border-radius: 0; margin-inline: -1px; }
  .row .group > :nth-child(3) .control { border-start-start-radius: 0; border-end-start-radius: 0; }
  :root[data-variant] .row .group > :nth-child(n + 2) input { padding-inline: 12px; }
  :root[data-variant='filled'] .row .group > :nth-child(2) .control { margin-inline: 1px; }
  .row .more.both { grid-template-columns: minmax(0, 1fr) 168px; }
}
@container (min-width: 360px) and (max-width: 439px) {
  .row .group { grid-template-columns: minmax(0, 1fr) 84px 66px; }
  .row .group sluice-brand-mark { position: absolute; inset-inline-end: 8px; top: -26px; margin: 0; }
  .row .group > :first-child label { padding-inline-end: 44px; }
  :root[data-variant] .row .group > :nth-child(n + 2) input { padding-inline: 10px; }
  .row .group > :nth-child(n + 2) label { padding-inline-start: 10px; }
}
`

/** The whole style sheet of the frame. */
export const cardStyles = [paletteStyles, layout, fieldStyles, brandMarkStyles].join('\n')
