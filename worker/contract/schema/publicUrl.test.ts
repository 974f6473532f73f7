import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { bodyWith, errorsIn, json } from '../requestBodies.fixtures.ts'
import { allowed, attacks, isPublic, localUrls, mutated, notLocal } from './publicUrl.fixtures.ts'
import { canonicalizePublicUrl, publicUrl, findPublicUrlError, publicUrlErrors } from './publicUrl.ts'
import { createWebhook } from '../webhooks/webhooks.ts'

const strict = { allowLocal: false }
const local = { allowLocal: true }
const rules = [strict, local]

describe('public URLs', () => {
  test.each(attacks)('the URL %j is rejected: %s (%s)', (url, fault) => {
    expect(findPublicUrlError(url, strict)).toBe(fault)
    expect(canonicalizePublicUrl(url, strict)).toBeNull()
  })

  test.each(allowed)('the URL %j is allowed as %j', (url, canonical) => {
    for (const rule of rules) {
      expect(findPublicUrlError(url, rule)).toBeNull()
      expect(canonicalizePublicUrl(url, rule)).toBe(canonical)
    }
  })

  test.each(localUrls)('the URL %j is allowed in local development only', (url, canonical) => {
    expect(canonicalizePublicUrl(url, local)).toBe(canonical)
    expect(findPublicUrlError(url, strict)).toBe('scheme')
  })

  test.each(notLocal)('the URL %j is rejected in local development too', (url, fault) => {
    expect(findPublicUrlError(url, local)).toBe(fault)
    expect(findPublicUrlError(url, strict)).not.toBeNull()
  })

  test('local development allows only http to localhost in addition', () => {
    const passed = attacks.filter(([url]) => findPublicUrlError(url, local) === null).map(([url]) => url)
    expect(passed).toEqual(['http://localhost:3000/'])
  })

  test('the rejected URLs cover all reasons', () => {
    expect(new Set(attacks.map(([, fault]) => fault))).toEqual(new Set(publicUrlErrors))
  })
})

/** Characters with a meaning in URLs, and some that the parser maps to them. */
const anyText = fc
  .array(
    fc.oneof(fc.constantFrom(...'/?#@:.%[]\\-_09afxX。．１ａ\t '), fc.string({ unit: 'grapheme', maxLength: 2 })),
    { maxLength: 12 },
  )
  .map((parts) => `https://${parts.join('')}`)

const names = fc.tuple(fc.domain(), fc.webPath(), fc.webQueryParameters(), fc.constantFrom('', ':443', ':8443'))
const webAddresses = names.map(([host, path, query, port]) => `https://${host}${port}${path}?${query}`)

describe('generated URLs', () => {
  const texts = fc.oneof(mutated, anyText, webAddresses)

  test('an allowed URL is https on port 443 or 8443 with a dotted host name', () => {
    let passed = 0
    fc.assert(
      fc.property(texts, (text) => {
        const canonical = canonicalizePublicUrl(text, strict)
        if (canonical === null) return
        passed++
        const { protocol, port, hostname, username, password, hash } = new URL(canonical)
        expect([protocol, username, password, hash]).toEqual(['https:', '', '', ''])
        expect(['', '8443']).toContain(port)
        expect(hostname).toMatch(/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/)
        expect(isPublic(canonical), canonical).toBe(true)
      }),
      { numRuns: 5000 },
    )
    expect(passed).toBeGreaterThan(500)
  })

  test('the canonical form of a URL is allowed and stays the same', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...rules), (text, rule) => {
        const canonical = canonicalizePublicUrl(text, rule)
        if (canonical === null) return
        expect(canonicalizePublicUrl(canonical, rule)).toBe(canonical)
        expect(canonical.length).toBeLessThanOrEqual(2048)
        expect(canonical).toMatch(/^[!-~]+$/)
      }),
      { numRuns: 3000 },
    )
  })

  test('local development allows the same URLs, and http to localhost', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const canonical = canonicalizePublicUrl(text, local)
        if (canonical?.startsWith('http:')) expect(canonical).toMatch(/^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\//)
        else expect(canonical).toBe(canonicalizePublicUrl(text, strict))
      }),
      { numRuns: 3000 },
    )
  })
})

const urlErrors = (url: unknown) => errorsIn(createWebhook, json(bodyWith('createWebhook', 'url', url)))

describe('member url of a request', () => {
  test('the member url is converted to its canonical form', () => {
    expect(v.parse(publicUrl(), 'HTTPS://Bücher.example:443/a/../b')).toBe('https://xn--bcher-kva.example/b')
  })

  test('url_not_allowed has the reason, and never the URL', () => {
    expect(urlErrors('https://[::1]/')).toEqual([
      { type: 'url_not_allowed', field: 'url', details: { reason: 'address' } },
    ])
    for (const [url, reason] of attacks.filter(([url]) => url.length <= 2048 && url !== 'http://localhost:3000/'))
      expect(urlErrors(url)).toEqual([{ type: 'url_not_allowed', field: 'url', details: { reason } }])
  })

  test('a URL must have 1 to 2048 characters', () => {
    expect(urlErrors('').map(({ type }) => type)).toEqual(['length_invalid'])
    expect(urlErrors(`https://shop.example/${'a'.repeat(2028)}`).map(({ type }) => type)).toEqual(['length_invalid'])
    expect(urlErrors(7).map(({ type }) => type)).toEqual(['type_invalid'])
  })

  test('the schema allows http to localhost', () => {
    expect(urlErrors('http://localhost:3000/hook')).toEqual([])
  })
})
