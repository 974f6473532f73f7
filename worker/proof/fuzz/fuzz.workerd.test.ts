import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { createCustomer } from '#contract/customers'
import type { Endpoint } from '#contract/endpoint'
import { text } from '#contract/fields'
import { int32 } from '#contract/numbers'
import { object } from '#contract/objects'
import { createSubscription } from '#contract/plans'
import { simulateTerminal } from '#contract/terminals'
import { captureTransaction } from '#contract/transactions'
import { createIds } from '../../domain/ids.ts'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import type { GatewayParts } from '../../app/gateway.ts'
import { fuzz } from './run.ts'

/**
 * Requests that nobody would write: bodies made of the contract's own schemas and of its examples, more than half of them bent out of shape,
 * with wrong ids, paths, queries, headers and keys, to every endpoint and to the pages for shoppers.
 */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

// Others than the usual ones are sent by SLUICE_SEED=7 SLUICE_FUZZ=50000 npx vitest run --project worker worker/proof/fuzz
const seed = Number(process.env['SLUICE_SEED'] || 1)
const count = Number(process.env['SLUICE_FUZZ'] || 1000)

test(`${count} requests get answers that fit the contract, none a failure of ours, and no card number back`, async () => {
  const { report, sent, tally } = await fuzz({ seed, count })
  expect(report).toBe('')
  expect(sent).toBeGreaterThanOrEqual(count)
  expect(tally.unasked()).toEqual([])
  // Or all of it might have been refused at the door. The long form gets a success out of every endpoint.
  expect(tally.unreached().length).toBeLessThan(12)
}, 900_000)

const found = async (parts: GatewayParts, to?: readonly string[]): Promise<string> =>
  (await fuzz({ seed: 1, count: 1000, shrink: false, parts, ...(to && { to }) })).report

describe('what is planted is found', () => {
  test('a part that throws now and then', async () => {
    const ids = createIds({ clock: Date.now })
    let minted = 0
    const uuid = (): string => {
      if (++minted === 30) throw new TypeError('planted')
      return ids.uuid()
    }
    expect(await found({ ids: { ...ids, uuid } })).toContain('status 500 TypeError')
  })

  test('a part that answers with the number of an account', async () => {
    const simulated = simulator()
    const authorize: Processor['authorize'] = async (op, ref) => {
      const outcome = await simulated.authorize(op, ref)
      const { instrument } = op
      if (outcome.result !== 'approved' || instrument.kind !== 'check') return outcome
      return { ...outcome, authCode: instrument.account.reveal() }
    }
    expect(await found({ processor: { ...simulated, authorize } }, ['authorizeTransaction'])).toContain(
      'a number that was sent',
    )
  })
})

/** What the fuzzer says of an endpoint of which one member is taken by another schema than the contract prints. */
const foundWith = async (endpoint: Endpoint, member: string, schema: v.GenericSchema): Promise<string> => {
  const { body } = endpoint
  const { entries } = body as unknown as { readonly entries: v.ObjectEntries }
  Object.assign(endpoint, { body: object({ ...entries, [member]: schema }) })
  try {
    return (await fuzz({ seed: 1, count: 400, to: [endpoint.name], shrink: false })).report
  } finally {
    Object.assign(endpoint, { body })
  }
}

describe('a schema that is not the one that is printed is found', () => {
  test.each<[what: string, endpoint: Endpoint, member: string, schema: v.GenericSchema]>([
    ['a member that may be anything', captureTransaction, 'final', v.optional(v.any())],
    ['a number where an object belongs', createCustomer, 'shippingAddress', v.nullish(v.object({}))],
    ['an enum that takes every word', simulateTerminal, 'action', v.string()],
    ['a number without a maximum', createSubscription, 'installments', v.nullish(int32(0))],
    ['a text without a maximum', createSubscription, 'label', text(1, 100_000)],
  ])('%s', async (_what, endpoint, member, schema) => {
    expect(await foundWith(endpoint, member, schema)).toMatch(
      new RegExp(`(a body that breaks the contract was let in|no error names what breaks the contract): .*${member}`),
    )
  })

  test('a text that may not be as long as the contract says', async () => {
    expect(await foundWith(createSubscription, 'label', text(1, 3))).toContain('refused: length_invalid label')
  })
})
