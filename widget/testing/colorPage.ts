/** A page that parses colours like the card frame. For themes.test.ts. */
import { parseColor } from '#contract/theme/color'
import { browserColor } from '../theme/browserColor.ts'

Object.assign(window, { readColor: (text: string) => parseColor(text, browserColor) })
