import { describe, expect, test, vi } from 'vitest'
import { createIds } from '../../domain/ids.ts'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import type { GatewayParts } from '../../app/gateway.ts'
import { fuzz } from './run.ts'

/**
 * Random requests to all endpoints and pages: bodies generated from the schemas and examples of the contract, most of them mutated, with
 * wrong ids, paths, queries, headers and keys.
 */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

// Other requests: SLUICE_SEED=7 SLUICE_FUZZ=50000 npx vitest run --project worker worker/proof/fuzz
const seed = Number(process.env['SLUICE_SEED'] || 1)
const count = Number(process.env['SLUICE_FUZZ'] || 1500)

test(`${count} random requests get responses that match the contract, with no 500 and no card number`, async () => {
  const { report, sent, unrequested: unasked, withoutSuccess: unreached } = await fuzz({ seed, count })
  expect(report).toBe('')
  expect(sent).toBeGreaterThanOrEqual(count)
  expect(unasked).toEqual([])
  // Ensures that requests pass authentication and validation. In the long form, every endpoint has a successful response.
  expect(unreached.length).toBeLessThan(12)
}, 900_000)

const runFuzz = async (parts: GatewayParts, to?: readonly string[]): Promise<string> =>
  (await fuzz({ seed: 1, count: 1000, shrink: false, parts, ...(to && { endpointNames: to }) })).report

describe('planted bug', () => {
  test('fuzzer detects an exception in one of many requests', async () => {
    const ids = createIds({ clock: Date.now })
    let created = 0
    const uuid = (): string => {
      if (++created === 30) throw new TypeError('planted')
      return ids.uuid()
    }
    expect(await runFuzz({ ids: { ...ids, uuid } })).toContain('status 500 TypeError')
  })

  test('fuzzer detects an account number in a response', async () => {
    const simulated = simulator()
    const authorize: Processor['authorize'] = async (op, ref) => {
      const outcome = await simulated.authorize(op, ref)
      const { instrument } = op
      if (outcome.result !== 'approved' || instrument.kind !== 'check') return outcome
      return { ...outcome, authCode: instrument.account.reveal() }
    }
    expect(await runFuzz({ processor: { ...simulated, authorize } }, ['authorizeTransaction'])).toContain(
      'contains a sent number',
    )
  })
})
