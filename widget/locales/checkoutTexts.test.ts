import { describe, expect, it } from 'vitest'
import { allLeaves, type Check, faultsIn, leaves, places } from './leaves.ts'
import type { CheckoutTexts } from './checkoutTexts.ts'
import { cardLocales, checkoutLocales } from './locales.ts'
import { testSpelling } from './writing.fixture.ts'
import { endsOtherwise } from './writing.ts'
import en from './checkout/en.json' with { type: 'json' }

const locales = allLeaves(checkoutLocales)
const english = leaves(en satisfies CheckoutTexts)
const faults = faultsIn(locales)

/** Where a text is rightly the same as in English, and why. */
const SAME_AS_ENGLISH: readonly { path: string; locales: string; because: string }[] = [
  { path: 'invoice.total', locales: 'ca es es-419 fr fr-CA gl id pt-BR pt-PT', because: 'from the same Latin' },
  { path: 'invoice.subtotal', locales: 'ca da es es-419 gl id mt pt-BR pt-PT ro', because: 'from the same Latin' },
  { path: 'receipt.date', locales: 'fr fr-CA', because: 'English took the word from French' },
  { path: 'receipt.transaction', locales: 'fr fr-CA', because: 'English took the word from French' },
  { path: 'terms.perWeek', locales: 'af nl', because: 'per and week are the same words' },
  { path: 'labels.email', locales: 'el fil', because: 'the usual word in the language, written in Latin' },
  { path: 'labels.postalCode', locales: 'fil', because: 'as on the card form' },
  { path: 'address.province', locales: 'fr fr-CA lv', because: 'from the same Latin' },
  { path: 'address.district', locales: 'fr fr-CA nl ro', because: 'from the same Latin' },
  { path: 'address.area', locales: 'id it', because: 'the word is Latin' },
  { path: 'methods.card', locales: 'fil', because: 'as on the card form' },
  { path: 'methods.bank', locales: 'fil', because: 'the usual words in the language' },
]

/**
 * What may stand in Latin letters anywhere: the name of a language for programs, names of postal codes, mail in Greek, the security code as
 * on the card form, and places.
 */
const LATIN = /JavaScript|CV[VC]2?|\bemail\b|\bZIP\b|\bPIN\b|\bEircode\b|\{\w+\}/gi

/** How wide a text may be at most, in Latin letters, so that labels, buttons and titles stay on their lines. */
const LIMITS: readonly [RegExp, number][] = [
  [/^(labels|address|accountTypes|sections|invoice)\./, 26],
  [/^button\.|^order\.(code|apply|remove|decrease|increase|shippingMethod|free|updating)$/, 30],
  [/^title$|\.title/, 42],
]

/** How much longer than English any other text may be, and what it may always have. */
const GROWTH = 1.45
const ROOM = 36

/** The width of a text in Latin letters: marks above and below take none, a letter of East Asia takes two. */
const lettersWide = (text: string): number =>
  [...text].reduce((sum, char) => sum + (/\p{M}/u.test(char) ? 0 : EAST_ASIAN.test(char) ? 2 : 1), 0)
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/u

const isTooLong = (text: string, path: string) => {
  const limit = LIMITS.find(([paths]) => paths.test(path))?.[1] ?? Math.max(ROOM, english.get(path)!.length * GROWTH)
  return lettersWide(text) > limit
}

const isCopy = (text: string, path: string, locale: string) =>
  locale !== 'en' &&
  text === english.get(path) &&
  !SAME_AS_ENGLISH.some((same) => same.path === path && same.locales.split(' ').includes(locale))

it('the checkout has exactly the languages of the card form', () => {
  expect(Object.keys(checkoutLocales)).toEqual(Object.keys(cardLocales))
})

it('every language has exactly the texts of English', () => {
  for (const [locale, texts] of locales) expect([...texts.keys()], locale).toEqual([...english.keys()])
  expect(faults((text) => text.trim() === '')).toEqual([])
})

it('no text of another language is in English, except for listed cognates', () => {
  expect(faults(isCopy)).toEqual([])
  const spoken = new Map(locales)
  const inVain = SAME_AS_ENGLISH.flatMap(({ path, locales }) =>
    locales.split(' ').filter((locale) => spoken.get(locale)?.get(path) !== english.get(path)),
  )
  expect(inVain).toEqual([])
})

it('no two languages have equal texts', () => {
  const spoken = locales.map(([, texts]) => JSON.stringify([...texts.values()]))
  expect(new Set(spoken).size).toBe(locales.length)
})

it('every text has the placeholders of the English text', () => {
  expect(faults((text, path) => places(text) !== places(english.get(path)))).toEqual([])
})

it('the postal code has the same label as on the card form', () => {
  const onTheCardForm = new Map(allLeaves(cardLocales))
  const isOtherwise: Check = (text, path, locale) =>
    path === 'labels.postalCode' && text !== onTheCardForm.get(locale)!.get(path)
  expect(faults(isOtherwise)).toEqual([])
})

describe('writing', () => {
  testSpelling(faults, LATIN)

  it('texts contain no exclamation marks', () => {
    expect(faults((text) => /[!¡！՜]/.test(text))).toEqual([])
  })

  it('texts end with a full stop where the English text does', () => {
    expect(faults((text, path, locale) => endsOtherwise(text, english.get(path)!, locale))).toEqual([])
  })

  it('texts fit their button, label or line', () => {
    expect(faults(isTooLong)).toEqual([])
  })
})
