import { describe, expect, test } from 'vitest'
import { takesIdempotencyKey } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { customerWith } from '../../testing/fixtures/personalData.ts'
import { bodyOf, nameOf, pathOf } from './requests.fixtures.ts'
import { createParties, createResources } from './resources.fixtures.ts'
import type { Party } from './resources.fixtures.ts'

/**
 * Values that are unique in an account and mode: every writing operation of the contract with the Idempotency-Key, the label, the
 * identifier and the address that another account, or the other mode, has used.
 */

const [merchant, stranger] = [await createParties(), await createParties()]

/** Members that are unique in an account and mode. */
const unique = () => ({
  createCustomer: customerWith(`M${crypto.randomUUID()}`.slice(0, 16)),
  createSubscription: { label: crypto.randomUUID() },
  recordDispute: { caseId: crypto.randomUUID() },
  createWebhook: { url: `https://shop.example/${crypto.randomUUID()}` },
})

const writes = endpoints.filter(takesIdempotencyKey).map((endpoint) => ({ name: nameOf(endpoint), endpoint }))

const pairs: readonly (readonly [who: string, first: Party, second: Party, some: typeof writes])[] = [
  ['another account', stranger.test, merchant.test, writes.filter(({ endpoint }) => !endpoint.liveOnly)],
  ['the other mode', merchant.live, merchant.test, writes.filter(({ endpoint }) => !endpoint.liveOnly)],
  // The team belongs to no mode.
  ['another account in live mode', stranger.live, merchant.live, writes.filter(({ endpoint }) => endpoint.liveOnly)],
]

describe.each(pairs)('values of %s', (who, first, second, some) => {
  test.each(some)(`$name with the key and the values of ${who} happens as its own request`, async ({ endpoint }) => {
    const members: Readonly<Record<string, object>> = unique()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = async (party: Party) => {
      const own = await createResources(party)
      const body = endpoint.body && { ...(await bodyOf(endpoint, party, own)), ...members[endpoint.name] }
      const request = () => party.call(endpoint.method, pathOf(endpoint, own), { headers, ...(body && { body }) })
      return { response: await request(), again: await request() }
    }
    await send(first)
    const { response, again } = await send(second)
    expect([response.status, response.text]).toEqual([200, expect.any(String)])
    expect(response.headers.has('idempotent-replayed')).toBe(false)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  })
})
