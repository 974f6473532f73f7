import { brandMarkStyles } from './brand-mark/brand-mark.styles.ts'
import { cardFormStyles } from './card-form/card-form.styles.ts'
import { checkStyles } from './check/check.styles.ts'
import { dateStyles } from './date/date.styles.ts'
import { fieldLook } from './field/field.styles.ts'
import { networkChoiceStyles } from './network-choice/network-choice.styles.ts'
import { optionsStyles } from './options/options.styles.ts'
import { selectStyles } from './select/select.styles.ts'
import { tabsStyles } from './tabs/tabs.styles.ts'

/** What is a label over a box over a line for messages. */
const BOXES = ':is(sluice-field, sluice-select, sluice-date)'

/** Labels may be a merchant's own, and of any length: but for those of the card, whose columns are as wide as they are. */
const labels = `
${BOXES}:not(sluice-card-form *) { grid-auto-rows: minmax(1.5rem, auto) 3rem minmax(1.75rem, auto); }
${BOXES}:not(sluice-card-form *) label { padding-block-end: 4px; white-space: normal; overflow-wrap: anywhere; }
`

/** Each has a box of its own, which would be seen in spite of the attribute. */
const hidden =
  ':is(sluice-card-form, sluice-check, sluice-date, sluice-field, sluice-options, sluice-select, sluice-tabs)[hidden] { display: none; }'

/** The styles of all fields there are, for a page that has more than a card's. */
export const fieldsStyles = [
  fieldLook(BOXES, ':is(input, select)'),
  labels,
  brandMarkStyles,
  cardFormStyles,
  networkChoiceStyles,
  selectStyles,
  dateStyles,
  checkStyles,
  optionsStyles,
  tabsStyles,
  hidden,
].join('\n')
