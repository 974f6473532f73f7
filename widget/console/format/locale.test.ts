import { expect, it } from 'vitest'
import { chooseLocale } from './locale.ts'

it.each([
  [['de-CH', 'en'], 'de-CH'],
  [['C', 'fr'], 'fr'],
  [['C'], 'en'],
  [['c.utf-8', ''], 'en'],
])('of the languages %j formats have %s', (languages, locale) => {
  expect(chooseLocale(languages)).toBe(locale)
})
