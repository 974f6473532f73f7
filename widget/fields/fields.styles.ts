import { brandMarkStyles } from './brand-mark/brand-mark.styles.ts'
import { cardFormStyles } from './card-form/card-form.styles.ts'
import { checkStyles } from './check/check.styles.ts'
import { dateStyles } from './date/date.styles.ts'
import { fieldLook } from './field/field.styles.ts'
import { networkChoiceStyles } from './network-choice/network-choice.styles.ts'
import { optionsStyles } from './options/options.styles.ts'
import { selectStyles } from './select/select.styles.ts'
import { tabsStyles } from './tabs/tabs.styles.ts'

/** Elements with a label, a box and a message line. */
const BOXES = ':is(sluice-field, sluice-select, sluice-date)'

/** A merchant's labels may have any length and wrap. Labels of the card form do not: they set the width of its columns. */
const labels = `
${BOXES}:not(sluice-card-form *) { grid-auto-rows: minmax(1.5rem, auto) var(--control, 3rem) minmax(2.125rem, auto); }
${BOXES}:not(sluice-card-form *) label { padding-block-end: 4px; white-space: normal; overflow-wrap: anywhere; }
`

/** Each element sets `display`, which would override the attribute. */
const hidden =
  ':is(sluice-card-form, sluice-check, sluice-date, sluice-field, sluice-options, sluice-select, sluice-tabs)[hidden] { display: none; }'

/** The styles of all fields, for a page with more than card fields. */
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
