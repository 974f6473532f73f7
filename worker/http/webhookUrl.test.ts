import { allowed, attacks, isPublic, local, mutated, notLocal } from '#contract/webhooks/webhookUrl.fixtures'
import { canonicalWebhookUrl, webhookUrlFault } from '#contract/webhooks/webhookUrl'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMerchant, startWorker } from '../testing/merchant.ts'
import type { Call } from '../testing/merchant.ts'

const strict = { allowLocal: false }
const onThisMachine = { allowLocal: true }

/** As JSON, since some have half a character in them, which no report could carry out of the runtime. */
const written = (rows: readonly (readonly [url: string, said: unknown, ...rest: unknown[]])[]): string[] =>
  rows.map(([url, said]) => JSON.stringify([url, said]))

/** Where webhooks may go is told by the parser of the runtime that sends them; the same is asked of Node's beside the contract. */
describe('in the runtime that sends webhooks', () => {
  test('no attack passes, and each is told what it is', () => {
    expect(written(attacks.map(([url]) => [url, webhookUrlFault(url, strict)]))).toEqual(written(attacks))
    expect(written(notLocal.map(([url]) => [url, webhookUrlFault(url, onThisMachine)]))).toEqual(written(notLocal))
  })

  test('every address that is allowed has the one spelling that it has in Node', () => {
    expect(written(allowed.map(([url]) => [url, canonicalWebhookUrl(url, strict)]))).toEqual(written(allowed))
    expect(written(local.map(([url]) => [url, canonicalWebhookUrl(url, onThisMachine)]))).toEqual(written(local))
  })

  test('a good address with pieces of attacks in it is refused or public', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const canonical = canonicalWebhookUrl(text, strict)
        return canonical === null || isPublic(canonical)
      }),
      { numRuns: 2000 },
    )
  })
})

/**
 * Asks for an address by each way that there is, a first registration and a change, and takes back what was registered. What is answered
 * is the reason of the refusal, or the address as it is stored.
 */
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
    // Some have one spelling, so that the one before them may have it already.
    const fresh = posted.status === 200 && posted.json.webhook.id !== id
    if (fresh) await call('DELETE', `/v1/webhook/${posted.json.webhook.id}`)
    const put = await call('PUT', `/v1/webhook/${id}`, { body: { url } })
    const answers = [posted, put].map(({ status, json }) => {
      if (status === 200) return json.webhook.url as string
      const [{ type, message }] = json.errors
      // Too long is what the contract says of any text.
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

/** As JSON, as above. */
const lines = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => JSON.stringify(row))

/** A text that goes through JSON as it is: half a character does not, so nobody can send one. */
const canBeSent = ([url]: readonly [url: string, ...rest: unknown[]]): boolean => url.isWellFormed()

describe('registered or changed to by the API, where the worker runs for others,', () => {
  test('no attack gets in, and each is told its reason; nothing on this machine does either', async () => {
    const { asked, stored, own } = await waysIn(false)
    const all = [...attacks, ...notLocal, ...local.map(([url]) => [url, 'scheme'] as const)].filter(canBeSent)
    expect(lines(await asked(all.map(([url]) => url)))).toEqual(lines(all.map(([url, fault]) => refused(url, fault))))
    expect(await stored()).toEqual([own])
  })

  test('what may be used is stored in its one spelling', async () => {
    const { asked } = await waysIn(false)
    const all = allowed.filter(canBeSent)
    expect(lines(await asked(all.map(([url]) => url)))).toEqual(lines(all))
  })
})

describe('registered or changed to by the API, in a local run,', () => {
  test('this machine may be used over http, as it is spelled and no otherwise', async () => {
    const { asked } = await waysIn(true)
    expect(lines(await asked(local.map(([url]) => url)))).toEqual(lines(local))
    const all = [...attacks.filter(([url]) => url !== 'http://localhost:3000/'), ...notLocal].filter(canBeSent)
    expect(lines(await asked(all.map(([url]) => url)))).toEqual(lines(all.map(([url, fault]) => refused(url, fault))))
  })
})
