import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { LOCALES } from './locales.ts'
import type { Texts } from './texts.ts'

type Leaves = Map<string, string>

const leavesOf = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leavesOf(value, `${path}${key}.`),
  )

/** Every text of a locale by its path; `direction` is none. */
const leaves = (texts: Texts): Leaves => new Map(leavesOf(texts).filter(([path]) => path !== 'direction'))

const locales: [string, Leaves][] = Object.entries(LOCALES).map(([locale, texts]) => [locale, leaves(texts)])
const english = leaves(en)

/** The texts of all locales that a check finds something wrong with, as `de labels.name: Name`. */
const faults = (isWrong: (text: string, path: string, locale: string) => boolean): string[] =>
  locales.flatMap(([locale, texts]) =>
    [...texts]
      .filter(([path, text]) => isWrong(text, path, locale))
      .map(([path, text]) => `${locale} ${path}: ${text}`),
  )

/** Where a text is rightly the same as in English: what cards print, and words that a language took over. */
const SAME_AS_ENGLISH: Record<string, 'anywhere' | readonly string[]> = {
  'labels.code': 'anywhere',
  expiryHint: 'ar bn fil gu he hi ko lt mr sw ta te ur vi'.split(' '),
  optional: ['de'],
  'labels.expiry': ['fil'],
  'labels.postalCode': ['fil'],
}

/** The scripts that a language is written in, by their names in Unicode, where it is not Latin. */
const SCRIPTS: Record<string, readonly string[]> = {
  ar: ['Arabic'],
  bg: ['Cyrillic'],
  bn: ['Bengali'],
  el: ['Greek'],
  fa: ['Arabic'],
  gu: ['Gujarati'],
  he: ['Hebrew'],
  hi: ['Devanagari'],
  hy: ['Armenian'],
  ja: ['Han', 'Hiragana', 'Katakana'],
  ka: ['Georgian'],
  kk: ['Cyrillic'],
  ko: ['Hangul'],
  mk: ['Cyrillic'],
  mr: ['Devanagari'],
  ru: ['Cyrillic'],
  sr: ['Cyrillic'],
  ta: ['Tamil'],
  te: ['Telugu'],
  th: ['Thai'],
  uk: ['Cyrillic'],
  ur: ['Arabic'],
  'zh-Hans': ['Han'],
  'zh-Hant': ['Han'],
}

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur']

/** What may stand in Latin letters anywhere: the printed names of the code, the letters of a date's pattern, places. */
const LATIN = /CVV|CVC|MM|YY|\{\w+\}/g

/** How a sentence ends, in any of our languages; a capital with a dot is an abbreviation. */
const FULL_STOP = /(?<!\p{Lu})[.。।։۔]$/u

/** Checks of one text. */
const isCopy = (text: string, path: string, locale: string) => {
  const allowed = SAME_AS_ENGLISH[path] ?? []
  return locale !== 'en' && english.get(path) === text && allowed !== 'anywhere' && !allowed.includes(locale)
}

const places = (text = '') => (text.match(/\{[^}]*\}?|\}/g) ?? []).join(' ')

const isForeign = (text: string, _path: string, locale: string) => {
  const scripts = SCRIPTS[locale] ?? ['Latin']
  const own = new RegExp(`[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`, 'u')
  const letters = text.replace(LATIN, '').match(/\p{L}/gu) ?? []
  return letters.some((letter) => !own.test(letter))
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

// Thai ends no sentence with a mark.
const endsOtherwise = (text: string, path: string, locale: string) =>
  FULL_STOP.test(text) !== (locale !== 'th' && FULL_STOP.test(english.get(path)!))

it('speaks fifty languages or more, each named as its own tag is spelled', () => {
  const tags = Object.keys(LOCALES)
  expect(tags.length).toBeGreaterThanOrEqual(50)
  expect(tags).toEqual(tags.flatMap((tag) => Intl.getCanonicalLocales(tag)))
  expect(Object.keys(SCRIPTS).filter((tag) => !tags.includes(tag))).toEqual([])
})

it('is what the README says it speaks', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, count, list = ''] = /whichever of these (\d+) languages.*?\n\n(`af`[^]*?)\n\n/s.exec(readme) ?? []
  expect(list.match(/[\w-]+/g)).toEqual(Object.keys(LOCALES))
  expect(Number(count)).toBe(Object.keys(LOCALES).length)
})

it('has in every language every text and no other', () => {
  for (const [locale, texts] of locales) expect([...texts.keys()].sort(), locale).toEqual([...english.keys()].sort())
  expect(faults((text) => text.trim() === '')).toEqual([])
})

it('has left nothing in English', () => {
  expect(faults(isCopy)).toEqual([])
})

it('says nothing twice: no two languages have equal texts', () => {
  const spoken = locales.map(([, texts]) => JSON.stringify([...texts.values()]))
  expect(new Set(spoken).size).toBe(locales.length)
})

it('has places for names where English has them', () => {
  expect(faults((text, path) => places(text) !== places(english.get(path)))).toEqual([])
})

it('runs from right to left in the languages that do', () => {
  const rtl = Object.keys(LOCALES).filter((locale) => LOCALES[locale]!.direction === 'rtl')
  expect(rtl.sort()).toEqual(RIGHT_TO_LEFT)
})

describe('writes', () => {
  it('every language in its own script', () => {
    expect(faults(isForeign)).toEqual([])
  })

  it('most of every language in its script: a text is more than what may stay Latin', () => {
    expect(faults(isWithoutWords)).toEqual([])
  })

  it('no spaces at the ends, none double, and no characters that are not seen', () => {
    expect(faults((text) => text !== text.trim() || /\s{2}|[\t\n\p{Cc}\u200b\ufeff\u00ad]/u.test(text))).toEqual([])
  })

  it('letters in their composed form, so that equal texts are equal bytes', () => {
    expect(faults((text) => text !== text.normalize('NFC'))).toEqual([])
  })

  it('apostrophes and quotation marks as they are printed', () => {
    expect(faults((text) => /['"`´]|\.\.\./.test(text))).toEqual([])
  })

  it('a full stop where English does, in the language’s own way', () => {
    expect(faults(endsOtherwise)).toEqual([])
  })

  it('sentences for one line of a form that is 280 px wide', () => {
    expect(faults(isTooWide)).toEqual([])
  })

  it('the optional mark in brackets, and the pattern of a date as two parts', () => {
    expect(faults((text, path) => path === 'optional' && !/^[(（].+[)）]$/.test(text))).toEqual([])
    // The mark keeps the month on the left, where it is typed, between letters that run from right to left.
    expect(faults((text, path) => path === 'expiryHint' && !/^\S{1,5} \u200e?\/ \S{1,5}$/.test(text))).toEqual([])
  })
})
