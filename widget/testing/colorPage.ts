/** A page that reads colours as the card frame does. For themes.test.ts. */
import { browserColor } from '../theme/browserColor.ts'
import { parseColor } from '../theme/color.ts'

Object.assign(window, { readColor: (text: string) => parseColor(text, browserColor) })
