/** A page that reads colours as the card frame does. For themes.test.ts. */
import { parseColor } from '#contract/theme/color'
import { browserColor } from '../theme/browserColor.ts'

Object.assign(window, { readColor: (text: string) => parseColor(text, browserColor) })
