import { describe, expect, test } from 'vitest'
import { faultsOfHeaders, faultsOfPolicy } from './headers.ts'

const fresh = 'abcdefghijklmnopqrstuv=='
const built =
  "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'; img-src {images}; font-src {font}; frame-ancestors {ancestors}; trusted-types lit-html"
const sent = `default-src 'none'; script-src 'nonce-${fresh}' 'strict-dynamic'; img-src https://logo.example; font-src https://fonts.example; frame-ancestors https://shop.example; trusted-types lit-html`

test.each([
  ['of the build', sent],
  ['with a logo and a favicon', sent.replace('https://logo.example', 'https://logo.example https://icon.example:8443')],
  ['without a font', sent.replace(' font-src https://fonts.example;', '')],
  ['without a logo', sent.replace(' img-src https://logo.example;', '')],
  ['without ancestors', sent.replace('https://shop.example', "'none'")],
  ['with two ancestors', sent.replace('https://shop.example', 'https://shop.example https://www.shop.example:8443')],
])('a policy %s has no differences', (_, policy) => {
  expect(faultsOfPolicy(built, policy)).toEqual([])
})

describe('policy differences', () => {
  test.each([
    [
      'an extra source',
      "'strict-dynamic'",
      "'strict-dynamic' 'unsafe-inline'",
      "script-src has the extra source 'unsafe-inline'",
    ],
    ['a missing source', "'none'", '', "default-src lacks 'none'"],
    ['a pattern of image hosts', 'https://logo.example', 'https://logo.example https://*.example', 'img-src is'],
    ['an extra font host', 'https://fonts.example', 'https://fonts.example https://evil.example', 'font-src is'],
    ['any font', 'https://fonts.example', '*', 'font-src is'],
    ['any image', 'https://logo.example', 'https:', 'img-src is'],
    ['a pattern of ancestors', 'https://shop.example', 'https://*.example', 'frame-ancestors is'],
    ['a missing directive', '; trusted-types lit-html', '', 'trusted-types is missing'],
    [
      'an extra directive',
      'img-src',
      'connect-src https://evil.example; img-src',
      'connect-src https://evil.example was added',
    ],
    ['a repeated directive', "default-src 'none'", "default-src *; default-src 'none'", 'default-src is repeated'],
    ['a short nonce', fresh, '1234', 'its nonce is not one of 128 random bits'],
    ['a missing nonce', `'nonce-${fresh}'`, '', 'its nonce is not one of 128 random bits'],
  ])('policy check reports %s', (_, from, to, message) => {
    const changed = sent.replaceAll(from, to)
    expect(changed).not.toBe(sent)
    expect(faultsOfPolicy(built, changed).join('\n')).toContain(message)
  })
})

test('missing, changed and added headers are reported, except those of the edge', () => {
  const headers = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', link: '</x.js>; nonce="{nonce}"' }
  const good = { ...headers, link: '</x.js>; nonce=""', date: 'today', 'cf-ray': '1', nel: '{}', 'server-timing': 'd1' }
  expect(faultsOfHeaders(headers, good)).toEqual([])
  const { 'referrer-policy': _, ...rest } = good
  expect(
    faultsOfHeaders(headers, { ...rest, 'cache-control': 'public', 'set-cookie': ['a=1'], 'x-powered-by': 'Evil' }),
  ).toEqual([
    'the header referrer-policy is missing',
    'the header cache-control is "public" instead of "no-store"',
    'the header set-cookie was added: "a=1"',
    'the header x-powered-by was added: "Evil"',
  ])
})
