import { allowed, attacks, isPublic, localUrls, mutated, notLocal } from '#contract/schema/publicUrl.fixtures'
import { canonicalizePublicUrl, findPublicUrlError } from '#contract/schema/publicUrl'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMerchant, startWorker } from '../testing/merchant.ts'
import type { Call } from '../testing/merchant.ts'

const strict = { allowLocal: false }
const onThisMachine = { allowLocal: true }

/** As JSON, since some contain lone surrogates, which the reporter cannot serialize. */
const written = (rows: readonly (readonly [url: string, result: unknown, ...rest: unknown[]])[]): string[] =>
  rows.map(([url, result]) => JSON.stringify([url, result]))

/** The runtime that sends webhooks must parse URLs as Node does, whose tests are beside the contract. */
describe('public URLs in the runtime', () => {
  test('each attack URL is rejected with its reason', () => {
    expect(written(attacks.map(([url]) => [url, findPublicUrlError(url, strict)]))).toEqual(written(attacks))
    expect(written(notLocal.map(([url]) => [url, findPublicUrlError(url, onThisMachine)]))).toEqual(written(notLocal))
  })

  test('each allowed URL has the same canonical form as in Node', () => {
    expect(written(allowed.map(([url]) => [url, canonicalizePublicUrl(url, strict)]))).toEqual(written(allowed))
    expect(written(localUrls.map(([url]) => [url, canonicalizePublicUrl(url, onThisMachine)]))).toEqual(
      written(localUrls),
    )
  })

  test('an allowed URL mutated with pieces of attacks is rejected or public', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const canonical = canonicalizePublicUrl(text, strict)
        return canonical === null || isPublic(canonical)
      }),
      { numRuns: 2000 },
    )
  })
})

/** Registers a URL by POST and PUT and removes it again. Returns the error's reason, or the URL as stored. */
const waysIn = async (allowLocal: boolean) => {
  const merchant = await createMerchant()
  const bound = allowLocal ? { ALLOW_LOCAL_WEBHOOKS: '1' } : {}
  const call: Call = startWorker({}, bound).as(merchant.secretKey)
  const stored = async (): Promise<string[]> =>
    (await merchant.rows('SELECT url FROM webhooks WHERE account = ? ORDER BY url', merchant.id)).map(({ url }) => url)
  const registration = { enabled: false, subscribedEvents: null }
  const own = 'https://own.shop.example/'
  const { id } = (await call('POST', '/v1/webhook', { body: { url: own, ...registration } })).json.webhook
  const asked = async (url: string): Promise<readonly unknown[]> => {
    const posted = await call('POST', '/v1/webhook', { body: { url, ...registration } })
    // Different URLs may have one canonical form, which is then registered already.
    const fresh = posted.status === 200 && posted.json.webhook.id !== id
    if (fresh) await call('DELETE', `/v1/webhook/${posted.json.webhook.id}`)
    const put = await call('PUT', `/v1/webhook/${id}`, { body: { url } })
    const answers = [posted, put].map(({ status, json }) => {
      if (status === 200) return json.webhook.url as string
      const [{ type, message }] = json.errors
      // The length of any text is checked by the contract.
      return [status, type, message.field, type === 'length_invalid' ? 'length' : message.details.reason] as const
    })
    expect(JSON.stringify(answers[0])).toBe(JSON.stringify(answers[1]))
    return [url, answers[0]]
  }
  return {
    asked: async (urls: readonly string[]) => {
      const all: (readonly unknown[])[] = []
      for (const url of urls) all.push(await asked(url))
      return all
    },
    stored,
    own,
  }
}

const refused = (url: string, reason: string) =>
  [url, [400, reason === 'length' && url.length > 2048 ? 'length_invalid' : 'url_not_allowed', 'url', reason]] as const

/** One JSON line per row. */
const lines = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => JSON.stringify(row))

/** Whether JSON can transport the URL: a lone surrogate cannot be sent. */
const canBeSent = ([url]: readonly [url: string, ...rest: unknown[]]): boolean => url.isWellFormed()

describe('webhook URLs of a deployed gateway', () => {
  test('attack URLs and local URLs are rejected by POST and PUT with their reason', async () => {
    const { asked, stored, own } = await waysIn(false)
    const all = [...attacks, ...notLocal, ...localUrls.map(([url]) => [url, 'scheme'] as const)].filter(canBeSent)
    expect(lines(await asked(all.map(([url]) => url)))).toEqual(lines(all.map(([url, fault]) => refused(url, fault))))
    expect(await stored()).toEqual([own])
  })

  test('allowed URLs are stored in their canonical form', async () => {
    const { asked } = await waysIn(false)
    const all = allowed.filter(canBeSent)
    expect(lines(await asked(all.map(([url]) => url)))).toEqual(lines(all))
  })
})

describe('webhook URLs of a local gateway', () => {
  test('a local gateway accepts http URLs of this machine and rejects attack URLs', async () => {
    const { asked } = await waysIn(true)
    expect(lines(await asked(localUrls.map(([url]) => url)))).toEqual(lines(localUrls))
    const all = [...attacks.filter(([url]) => url !== 'http://localhost:3000/'), ...notLocal].filter(canBeSent)
    expect(lines(await asked(all.map(([url]) => url)))).toEqual(lines(all.map(([url, fault]) => refused(url, fault))))
  })
})
