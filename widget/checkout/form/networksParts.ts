/** What the checkout's script shares with that of the accepted networks. */
export { html, LitElement } from 'lit'
export { digitsOf } from '#contract/card/digits'
export { networkFacts } from '#contract/card/networks'
export { CARD_FIELDS } from '../../card/fieldKinds.ts'
export { brandMark } from '../../fields/brand-mark/brand-mark.ts'
