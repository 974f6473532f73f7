import { expect, it } from 'vitest'
import { acceptedLocales, bestLocale } from './locale.ts'

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.2, fr;q=0.9', ['fr', 'en']],
  ['de;q=0, en', ['en']],
  ['de;q=x, en', ['en']],
  ['', []],
  [null, []],
])('Accept-Language %j is parsed as %j', (header, tags) => {
  expect(acceptedLocales(header)).toEqual(tags)
})

it.each([
  [['de'], 'de'],
  [['de-AT'], 'de'],
  [['DE-1996-x-private'], 'de'],
  [['de_CH'], 'de'],
  [['PT-br'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['pt-MZ'], 'pt-PT'],
  [['zh'], 'zh-Hans'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-SG'], 'zh-Hans'],
  [['zh-Hans-HK'], 'zh-Hans'],
  [['zh-TW'], 'zh-Hant'],
  [['zh-HK'], 'zh-Hant'],
  [['zh-Hant-MO'], 'zh-Hant'],
  [['es-ES'], 'es'],
  [['es-MX'], 'es-419'],
  [['es-419'], 'es-419'],
  [['en-GB'], 'en'],
  [['nn-NO'], 'nb'],
  [['no'], 'nb'],
  [['iw-IL'], 'he'],
  [['in'], 'id'],
  [['tl-PH'], 'fil'],
  [['sr-Latn-RS'], 'sr'],
  [['xx', 'de'], 'de'],
  [['xx-DE', 'zh-TW', 'de'], 'zh-Hant'],
  [['xx'], 'en'],
  [['d'], 'en'],
  [['*'], 'en'],
  [['constructor'], 'en'],
  [['-'.repeat(9000)], 'en'],
  [[], 'en'],
  [['../../secret'], 'en'],
])('locales %j resolve to %s', (wanted, locale) => {
  const have = ['de', 'en', 'es', 'es-419', 'fil', 'he', 'id', 'nb', 'pt-BR', 'pt-PT', 'sr', 'zh-Hans', 'zh-Hant']
  expect(bestLocale(wanted, have)).toBe(locale)
})

it('English is the default if the fallback locale is unavailable', () => {
  expect(bestLocale(['zh-TW'], ['de', 'en'])).toBe('en')
})
