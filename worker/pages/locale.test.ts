import { expect, it } from 'vitest'
import { acceptedLocales, bestLocale } from './locale.ts'

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.2, fr;q=0.9', ['fr', 'en']],
  ['de;q=0, en', ['en']],
  ['de;q=x, en', ['en']],
  ['', []],
  [null, []],
])('reads Accept-Language %j as %j', (header, tags) => {
  expect(acceptedLocales(header)).toEqual(tags)
})

it.each([
  [['de'], 'de'],
  [['de-AT'], 'de'],
  [['PT-br'], 'pt-BR'],
  [['xx', 'de'], 'de'],
  [['xx'], 'en'],
  [[], 'en'],
  [['../../secret'], 'en'],
])('answers %j with %s', (wanted, locale) => {
  expect(bestLocale(wanted, ['de', 'en', 'pt-BR'])).toBe(locale)
})
