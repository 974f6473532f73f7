import { brandMarkStyles } from '../fields/brand-mark/brand-mark.styles.ts'
import { cardFormStyles } from '../fields/card-form/card-form.styles.ts'
import { fieldStyles } from '../fields/field/field.styles.ts'
import { networkChoiceStyles } from '../fields/network-choice/network-choice.styles.ts'

/**
 * The frame's layout. The document is 4 px larger than the form on each side, for the focus ring. The element on the
 * merchant's page has a negative margin of 4 px, so that our fields align with the merchant's.
 *
 * Font sizes are in rem: they follow the shopper's font size, with a minimum of 16 px, since iOS zooms below that. At 16 px
 * a row of fields is 106 px high, and embed/hostStyles.ts reserves the same height: no layout shift when the frame loads.
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

/** User preferences, after all other styles. */
const preferences = `
@media (prefers-contrast: more) {
  form { --muted: var(--text); --edge: var(--text); --edge-hover: var(--text); --hint: var(--typed); --icon: var(--typed); }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation: none !important; }
}
`

/** The frame's complete style sheet. */
export const cardStyles = [page, fieldStyles, brandMarkStyles, cardFormStyles, networkChoiceStyles, preferences].join(
  '\n',
)
