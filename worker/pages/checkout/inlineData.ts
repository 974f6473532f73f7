import type { PageData } from '#contract/checkouts/page'
import { Html } from '../html.ts'
import type { Drawing } from './viewModel.ts'

/** JSON that may stand inside a script element: no `<`, so no end tag and no comment. */
const block = (id: string, value: unknown): Html =>
  new Html(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)

/** The texts that the script shows; the others are on the page already, or in a mail. */
const SHOWN_BY_SCRIPT = [
  'sections',
  'labels',
  'help',
  'accountTypes',
  'choose',
  'sameAddress',
  'errors',
  'methods',
  'button',
  'stay',
  'declines',
  'failures',
] as const

/** What the script of the page is given: data, and its texts. */
export const blocks = ({ file: { card, checkout } }: Drawing, data: PageData): Html[] => {
  const shown = Object.fromEntries(SHOWN_BY_SCRIPT.map((name) => [name, checkout[name]]))
  return [block('checkout', data), block('texts', { card, checkout: shown })]
}
