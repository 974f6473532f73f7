import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { bodyWith, faultsIn, json } from '../requestBodies.fixtures.ts'
import { allowed, attacks, isPublic, local, mutated, notLocal } from './webhookUrl.fixtures.ts'
import { canonicalWebhookUrl, webhookUrl, webhookUrlFault, webhookUrlErrors } from './webhookUrl.ts'
import { createWebhook } from './webhooks.ts'

const strict = { allowLocal: false }
const onThisMachine = { allowLocal: true }
const rules = [strict, onThisMachine]

describe('a webhook', () => {
  test.each(attacks)('does not go to %j: %s (%s)', (url, fault) => {
    expect(webhookUrlFault(url, strict)).toBe(fault)
    expect(canonicalWebhookUrl(url, strict)).toBeNull()
  })

  test.each(allowed)('may go to %j', (url, canonical) => {
    for (const rule of rules) {
      expect(webhookUrlFault(url, rule)).toBeNull()
      expect(canonicalWebhookUrl(url, rule)).toBe(canonical)
    }
  })

  test.each(local)('may go to %j in local runs alone', (url, canonical) => {
    expect(canonicalWebhookUrl(url, onThisMachine)).toBe(canonical)
    expect(webhookUrlFault(url, strict)).toBe('scheme')
  })

  test.each(notLocal)('does not go to %j even in local runs', (url, fault) => {
    expect(webhookUrlFault(url, onThisMachine)).toBe(fault)
    expect(webhookUrlFault(url, strict)).not.toBeNull()
  })

  test('does not go where local runs may go only because the scheme is another', () => {
    const passed = attacks.filter(([url]) => webhookUrlFault(url, onThisMachine) === null).map(([url]) => url)
    expect(passed).toEqual(['http://localhost:3000/'])
  })

  test('is told every reason by some attack', () => {
    expect(new Set(attacks.map(([, fault]) => fault))).toEqual(new Set(webhookUrlErrors))
  })
})

/** Characters that have a meaning in an address, and some that a parser turns into these. */
const anyText = fc
  .array(
    fc.oneof(fc.constantFrom(...'/?#@:.%[]\\-_09afxX。．１ａ\t '), fc.string({ unit: 'grapheme', maxLength: 2 })),
    { maxLength: 12 },
  )
  .map((parts) => `https://${parts.join('')}`)

const names = fc.tuple(fc.domain(), fc.webPath(), fc.webQueryParameters(), fc.constantFrom('', ':443', ':8443'))
const webAddresses = names.map(([host, path, query, port]) => `https://${host}${port}${path}?${query}`)

describe('whatever passes', () => {
  const texts = fc.oneof(mutated, anyText, webAddresses)

  test('is https on 443 or 8443, under a dotted name that is no address', () => {
    let passed = 0
    fc.assert(
      fc.property(texts, (text) => {
        const canonical = canonicalWebhookUrl(text, strict)
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

  test('passes again in its one spelling, and is that spelling', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...rules), (text, rule) => {
        const canonical = canonicalWebhookUrl(text, rule)
        if (canonical === null) return
        expect(canonicalWebhookUrl(canonical, rule)).toBe(canonical)
        expect(canonical.length).toBeLessThanOrEqual(2048)
        expect(canonical).toMatch(/^[!-~]+$/)
      }),
      { numRuns: 3000 },
    )
  })

  test('passes in local runs, too, where nothing else does but http to this machine', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const canonical = canonicalWebhookUrl(text, onThisMachine)
        if (canonical?.startsWith('http:')) expect(canonical).toMatch(/^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\//)
        else expect(canonical).toBe(canonicalWebhookUrl(text, strict))
      }),
      { numRuns: 3000 },
    )
  })
})

const faultsOf = (url: unknown) => faultsIn(createWebhook, json(bodyWith('createWebhook', 'url', url)))

describe('the member of a request', () => {
  test('comes out in its one spelling', () => {
    expect(v.parse(webhookUrl(), 'HTTPS://Bücher.example:443/a/../b')).toBe('https://xn--bcher-kva.example/b')
  })

  test('is refused with the reason, which is never what was sent', () => {
    expect(faultsOf('https://[::1]/')).toEqual([
      { type: 'url_not_allowed', field: 'url', details: { reason: 'address' } },
    ])
    for (const [url, reason] of attacks.filter(([url]) => url.length <= 2048 && url !== 'http://localhost:3000/'))
      expect(faultsOf(url)).toEqual([{ type: 'url_not_allowed', field: 'url', details: { reason } }])
  })

  test('has 1 to 2048 characters', () => {
    expect(faultsOf('').map(({ type }) => type)).toEqual(['length_invalid'])
    expect(faultsOf(`https://shop.example/${'a'.repeat(2028)}`).map(({ type }) => type)).toEqual(['length_invalid'])
    expect(faultsOf(7).map(({ type }) => type)).toEqual(['type_invalid'])
  })

  test('may be on this machine, as far as the contract can tell', () => {
    expect(faultsOf('http://localhost:3000/hook')).toEqual([])
  })
})
