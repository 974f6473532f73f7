import { describe, expect, test, vi } from 'vitest'
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
  const { report, sent, unasked, unreached } = await fuzz({ seed, count })
  expect(report).toBe('')
  expect(sent).toBeGreaterThanOrEqual(count)
  expect(unasked).toEqual([])
  // Or all of it might have been refused at the door. The long form gets a success out of every endpoint.
  expect(unreached.length).toBeLessThan(12)
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
