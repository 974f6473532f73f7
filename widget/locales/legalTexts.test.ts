import { describe, expect, it } from 'vitest'
import { allLeaves, faultsIn, leaves, places } from './leaves.ts'
import { cardLocales, englishLegalTexts, legalTranslations } from './locales.ts'
import { testSpelling } from './writing.fixture.ts'
import { endsOtherwise } from './writing.ts'

const english = leaves(englishLegalTexts)
const locales = allLeaves(legalTranslations)
const faults = faultsIn(locales)

/** How much longer or shorter than English a text may be, in letters. One of East Asia counts as three. */
const LENGTHS = [0.6, 1.6] as const

const letters = (text: string): number =>
  [...text.replaceAll(/\{\w+\}/g, '')].reduce(
    (sum, char) => sum + (/\p{M}/u.test(char) ? 0 : EAST_ASIAN.test(char) ? 3 : 1),
    0,
  )
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

const ratio = (text: string, path: string) => letters(text) / letters(english.get(path)!)

const isOdd = (text: string, path: string) =>
  english.has(path) && (ratio(text, path) < LENGTHS[0] || ratio(text, path) > LENGTHS[1])

const endsWrong = (text: string, path: string, locale: string) =>
  endsOtherwise(text, path === 'original' ? 'Title' : 'Sentence.', locale)

it('legal texts exist in every language of the card form', () => {
  expect(['en', ...Object.keys(legalTranslations)].toSorted()).toEqual(Object.keys(cardLocales))
})

it('every translation has the English texts, a note and a title for the original', () => {
  for (const [locale, texts] of locales)
    expect([...texts.keys()], locale).toEqual([...english.keys(), 'translation', 'original'])
  expect(faults((text) => text.trim() === '')).toEqual([])
})

it('every translation has the placeholders of the English text', () => {
  expect(places(english.get('bankDebit'))).toBe('{amount} {contact} {merchant}')
  expect(faults((text, path) => places(text) !== places(english.get(path)))).toEqual([])
})

it('no two translations are equal', () => {
  const texts = locales.flatMap(([, texts]) => [
    texts.get('bankDebit'),
    texts.get('bankDebits'),
    texts.get('subscription'),
  ])
  expect(new Set(texts).size).toBe(texts.length)
})

it('no sentence is missing: translations are about as long as the English text', () => {
  expect(faults(isOdd)).toEqual([])
})

it('the English authorization of a bank debit names merchant, amount, date and revocation', () => {
  for (const kind of ['bankDebit', 'bankDebits'] as const)
    expect(englishLegalTexts[kind]).toMatch(/authorize \{merchant\}.*revoke.*\{contact\}/)
  expect(englishLegalTexts.bankDebit).toMatch(/\{amount\}.*today or on the next banking day/)
})

describe('writing', () => {
  testSpelling(faults, /\{\w+\}/g)

  it('the texts and the note end with a full stop, the title of the original does not', () => {
    expect(faults(endsWrong)).toEqual([])
  })
})
