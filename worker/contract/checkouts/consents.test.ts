import { describe, expect, test } from 'vitest'
import { errorsIn, json } from '../requestBodies.fixtures.ts'
import { createCheckout } from './checkouts.ts'
import { parseConsent } from './consents.ts'

const errors = (consents: unknown) =>
  errorsIn(createCheckout, json({ total: 1, consents })).map(({ type, field }) => `${field} ${type}`)
const named = (text: string) => [{ name: 'terms', text }]

describe('text of a consent', () => {
  test('a text has plain parts and links, in order', () => {
    expect(
      parseConsent('I accept the [terms](https://shop.example/terms?a=1#b) and [privacy](https://shop.example).'),
    ).toEqual([
      { text: 'I accept the ', url: null },
      { text: 'terms', url: 'https://shop.example/terms?a=1#b' },
      { text: ' and ', url: null },
      { text: 'privacy', url: 'https://shop.example/' },
      { text: '.', url: null },
    ])
    expect(parseConsent('Send me news (monthly), <b>please</b>.')).toEqual([
      { text: 'Send me news (monthly), <b>please</b>.', url: null },
    ])
    expect(parseConsent('[Terms](http://localhost:8788/terms)')).toEqual([
      { text: 'Terms', url: 'http://localhost:8788/terms' },
    ])
  })

  test.each([
    ' ',
    'I accept [terms]',
    'I accept [terms] (https://shop.example)',
    '[terms](/terms)',
    '[terms](javascript:alert(1))',
    '[terms](javascript:alert`1`)',
    '[terms](data:text/html,x)',
    '[terms](http://shop.example)',
    '[terms](//shop.example)',
    '[terms](https:shop.example)',
    '[terms](https://shop.example@evil.example)',
    '[terms](https://shop.example/ onclick=alert`1`)',
    '[terms](https://shop.example/\n)',
    '[terms](https://shop.example\\@evil.example)',
    '[terms](https://shop.example/(1))',
    '[ ](https://shop.example)',
    '[](https://shop.example)',
    '[[terms]](https://shop.example)',
    '[terms](https://shop.example',
    'terms](https://shop.example)',
    '![logo](https://shop.example/logo.png) [',
  ])('%j is rejected', (text) => {
    expect(parseConsent(text)).toBeNull()
    expect(errors(named(text))).toEqual(['consents[0].text format_invalid'])
  })
})

test.each([
  ['no consents', [], []],
  ['one consent', named('I agree'), []],
  ['five consents', ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, text: 'I agree', required: true })), []],
  [
    'six consents',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, text: 'I agree' })),
    ['consents length_invalid'],
  ],
  ['two of one name', [...named('I agree'), ...named('I agree')], ['consents[1].name format_invalid']],
  ['no text', [{ name: 'terms' }], ['consents[0].text required']],
  ['an empty text', named(''), ['consents[0].text length_invalid']],
  ['a text of 500 characters', named('x'.repeat(500)), []],
  ['a text of 501 characters', named('x'.repeat(501)), ['consents[0].text length_invalid']],
  ['a name of 40 characters', [{ name: 'x'.repeat(40), text: 'I agree' }], []],
  ['a name of 41 characters', [{ name: 'x'.repeat(41), text: 'I agree' }], ['consents[0].name length_invalid']],
  ['the name __proto__', [{ name: '__proto__', text: 'I agree' }], ['consents[0].name pattern_mismatch']],
  ['a name with markup', [{ name: '<b>', text: 'I agree' }], ['consents[0].name pattern_mismatch']],
  ['required as text', [{ name: 'terms', text: 'I agree', required: 'yes' }], ['consents[0].required type_invalid']],
  ['null', null, []],
])('a checkout with %s has the expected errors', (_name, consents, expected) => {
  expect(errors(consents)).toEqual(expected)
})
