import { brandMarkStyles } from '../fields/brand-mark/brand-mark.styles.ts'
import { cardFormStyles } from '../fields/card-form/card-form.styles.ts'
import { fieldStyles } from '../fields/field/field.styles.ts'
import { networkChoiceStyles } from '../fields/network-choice/network-choice.styles.ts'

/**
 * The frame's own layout. The page is 4 px larger than the form on every side, for the focus ring; the element on the
 * merchant's page takes them back, so our fields line up with the merchant's.
 *
 * Lengths of text are rem: they follow the shopper's own font size, never under the 16 px below which iOS zooms. At 16 px
 * a row of fields is 100 px high, and embed/hostStyles.ts counts the same rows: nothing moves when the frame comes.
 */
const page = `
* { box-sizing: border-box; }
:root {
  font: max(16px, 100%)/1.5 system-ui, sans-serif;
  color: var(--text);
  -webkit-text-size-adjust: 100%;
}
body { margin: 0; padding: 4px; border-radius: 14px; background: var(--surface, transparent); }
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
export const cardStyles = [page, fieldStyles, brandMarkStyles, cardFormStyles, networkChoiceStyles, preferences].join(
  '\n',
)
