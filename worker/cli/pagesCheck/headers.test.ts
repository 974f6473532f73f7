import { describe, expect, test } from 'vitest'
import { faultsOfHeaders, faultsOfPolicy } from './headers.ts'

const fresh = 'abcdefghijklmnopqrstuv=='
const built =
  "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'; img-src {logo}; frame-ancestors {ancestors}; trusted-types lit-html"
const sent = `default-src 'none'; script-src 'nonce-${fresh}' 'strict-dynamic'; img-src https://logo.example; frame-ancestors https://shop.example; trusted-types lit-html`

test.each([
  ['as it was built', sent],
  ['without a logo', sent.replace(' img-src https://logo.example;', '')],
  ['for nobody', sent.replace('https://shop.example', "'none'")],
  ['for two shops', sent.replace('https://shop.example', 'https://shop.example https://www.shop.example:8443')],
])('a policy %s is good', (_, policy) => {
  expect(faultsOfPolicy(built, policy)).toEqual([])
})

describe('is told by name:', () => {
  test.each([
    ['a source', "'strict-dynamic'", "'strict-dynamic' 'unsafe-inline'", "script-src lets 'unsafe-inline' pass"],
    ['a source that is gone', "'none'", '', "default-src has lost 'none'"],
    ['a host of pictures', 'https://logo.example', 'https://logo.example https://evil.example', 'img-src is'],
    ['any picture', 'https://logo.example', 'https:', 'img-src is'],
    ['a pattern of ancestors', 'https://shop.example', 'https://*.example', 'frame-ancestors is'],
    ['a directive that is gone', '; trusted-types lit-html', '', 'trusted-types is gone'],
    [
      'a directive',
      'img-src',
      'connect-src https://evil.example; img-src',
      'connect-src https://evil.example was added',
    ],
    [
      'one that comes first',
      "default-src 'none'",
      "default-src *; default-src 'none'",
      'default-src stands there twice',
    ],
    ['a nonce that can be guessed', fresh, '1234', 'its nonce is not one of 128 random bits'],
    ['a nonce that is gone', `'nonce-${fresh}'`, '', 'its nonce is not one of 128 random bits'],
  ])('%s', (_, from, to, told) => {
    const changed = sent.replaceAll(from, to)
    expect(changed).not.toBe(sent)
    expect(faultsOfPolicy(built, changed).join('\n')).toContain(told)
  })
})

test('a header that is missing, changed or added is told by name, and what the edge adds is not', () => {
  const headers = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', link: '</x.js>; nonce="{nonce}"' }
  const good = { ...headers, link: '</x.js>; nonce=""', date: 'today', 'cf-ray': '1', nel: '{}', 'server-timing': 'd1' }
  expect(faultsOfHeaders(headers, good)).toEqual([])
  const { 'referrer-policy': _, ...rest } = good
  expect(
    faultsOfHeaders(headers, { ...rest, 'cache-control': 'public', 'set-cookie': ['a=1'], 'x-powered-by': 'Evil' }),
  ).toEqual([
    'the header referrer-policy is missing',
    'the header cache-control is "public" in place of "no-store"',
    'the header set-cookie was added: "a=1"',
    'the header x-powered-by was added: "Evil"',
  ])
})
