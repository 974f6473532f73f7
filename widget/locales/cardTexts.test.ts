import { describe, expect, it } from 'vitest'
import en from './card/en.json' with { type: 'json' }
import { allLeaves, faultsIn, leaves, places } from './leaves.ts'
import type { Texts } from './cardTexts.ts'
import { cardLocales } from './locales.ts'
import { testSpelling } from './writing.fixture.ts'
import { endsOtherwise, SCRIPTS } from './writing.ts'

const locales = allLeaves(cardLocales)
const english = leaves(en satisfies Omit<Texts, 'direction'>)
const faults = faultsIn(locales)

/** Where a text is rightly the same as in English: what cards print, and words that a language took over. */
const SAME_AS_ENGLISH: Record<string, 'anywhere' | readonly string[]> = {
  'labels.code': 'anywhere',
  expiryHint: 'ar bn fil gu he hi ko lt mr sw ta te ur vi'.split(' '),
  optional: ['de'],
  'labels.expiry': ['fil'],
  'labels.postalCode': ['fil'],
}

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur']

/** What may stand in Latin letters anywhere: the printed names of the code, the letters of a date's pattern, places. */
const LATIN = /CVV|CVC|MM|YY|\{\w+\}/g

/** Checks of one text. */
const isCopy = (text: string, path: string, locale: string) => {
  const allowed = SAME_AS_ENGLISH[path] ?? []
  return locale !== 'en' && english.get(path) === text && allowed !== 'anywhere' && !allowed.includes(locale)
}

const isWithoutWords = (text: string, path: string) =>
  !['expiryHint', 'labels.code'].includes(path) && !/\p{L}/u.test(text.replace(LATIN, ''))

/**
 * About how wide a letter is at 13 px, by languages of whose scripts a bare machine has no font: languages.test.ts measures
 * the others in a browser. Marks above and below a letter take no room.
 */
const LETTER_PX: Record<string, number> = {
  bn: 8.5,
  gu: 8,
  hi: 8,
  ja: 13,
  ko: 12,
  mr: 8,
  ta: 10,
  te: 9,
  th: 7.5,
  'zh-Hans': 13,
  'zh-Hant': 13,
}
const PX: readonly [RegExp, number][] = [
  [/\p{Mn}/u, 0],
  [/\p{Mc}/u, 5],
  [/[。、？（）]/, 13],
  [/[A-Z]/, 8.5],
  [/[0-9]/, 7.3],
  [/[^\p{L}]/u, 4],
]

const isTooWide = (text: string, path: string, locale: string) => {
  const letterPx = LETTER_PX[locale]
  if (letterPx === undefined || !/^(errors|failures|help)/.test(path)) return false
  const widths = [...text.replace('{name}', 'CVV')].map((char) => PX.find(([kind]) => kind.test(char))?.[1] ?? letterPx)
  return widths.reduce((sum, px) => sum + px, 0) > 255
}

it('the card form has at least fifty languages with canonical tags', () => {
  const tags = Object.keys(cardLocales)
  expect(tags.length).toBeGreaterThanOrEqual(50)
  expect(tags).toEqual(tags.flatMap((tag) => Intl.getCanonicalLocales(tag)))
  expect(Object.keys(SCRIPTS).filter((tag) => !tags.includes(tag))).toEqual([])
})

it('every language has exactly the texts of English', () => {
  for (const [locale, texts] of locales) expect([...texts.keys()].sort(), locale).toEqual([...english.keys()].sort())
  expect(faults((text) => text.trim() === '')).toEqual([])
})

it('no text of another language is in English', () => {
  expect(faults(isCopy)).toEqual([])
})

it('no two languages have equal texts', () => {
  const spoken = locales.map(([, texts]) => JSON.stringify([...texts.values()]))
  expect(new Set(spoken).size).toBe(locales.length)
})

it('every text has the placeholders of the English text', () => {
  expect(faults((text, path) => places(text) !== places(english.get(path)))).toEqual([])
})

it('right-to-left languages have direction rtl', () => {
  const rtl = Object.keys(cardLocales).filter((locale) => cardLocales[locale]!.direction === 'rtl')
  expect(rtl.sort()).toEqual(RIGHT_TO_LEFT)
})

describe('writing', () => {
  testSpelling(faults, LATIN)

  it('every text has letters beside the parts that may stay Latin', () => {
    expect(faults(isWithoutWords)).toEqual([])
  })

  it('texts end with a full stop where the English text does', () => {
    expect(faults((text, path, locale) => endsOtherwise(text, english.get(path)!, locale))).toEqual([])
  })

  it('sentences fit on one line of a form of 280 px', () => {
    expect(faults(isTooWide)).toEqual([])
  })

  it('the optional mark is in brackets, and the date pattern has two parts', () => {
    expect(faults((text, path) => path === 'optional' && !/^[(（].+[)）]$/.test(text))).toEqual([])
    // The mark keeps the month on the left, where it is typed, between letters that run from right to left.
    expect(faults((text, path) => path === 'expiryHint' && !/^\S{1,5} \u200e?\/ \S{1,5}$/.test(text))).toEqual([])
  })
})
