import { describe, expect, test } from 'vitest'
import type { Outcome } from '../processor.ts'
import { authorize, card, jpy, summarize, usd } from './simulator.fixture.ts'
import { simulator } from './simulator.ts'

const authCode = async (op: string) => {
  const outcome = await authorize({ op, amount: usd(1n) })
  return outcome.result === 'approved' ? outcome.authCode : undefined
}

/** A simulator with the time 5000 ms since 1970 that records its delays instead of waiting. */
const recordDelays = (options: { delayMs?: number } = {}) => {
  const waits: number[] = []
  return { waits, slow: simulator({ ...options, now: () => 5_000, wait: async (ms) => void waits.push(ms) }) }
}

describe('auth codes and delays', () => {
  test('auth code has six digits and depends on the operation id only', async () => {
    expect(await authCode('91234567890123')).toMatch(/^\d{6}$/)
    const yen = await authorize({ op: '91234567890123', amount: jpy(1n), instrument: card('6011111111111117') })
    expect(yen).toMatchObject({ authCode: await authCode('91234567890123') })
    expect(await authCode('91234567890123')).not.toBe(await authCode('91234567890124'))
  })

  test('response is delayed by delayMs', async () => {
    const { waits, slow } = recordDelays({ delayMs: 20 })
    await authorize({}, slow)
    expect(waits).toEqual([20])
  })

  test('response without delayMs is immediate', async () => {
    const { waits, slow } = recordDelays()
    await authorize({}, slow)
    expect(waits).toEqual([])
  })

  test.each(['4000003900000684', '4000003900000981'])('card %s sends no response until the deadline', async (pan) => {
    const { waits, slow } = recordDelays({ delayMs: 20 })
    await authorize({ instrument: card(pan), deadline: 30_000 }, slow)
    expect(waits).toEqual([25_000])
  })

  test('operation aborted during the delay has an unknown outcome', async () => {
    const controller = new AbortController()
    const slow = simulator({ delayMs: 20, wait: async () => controller.abort() })
    expect(summarize(await authorize({ signal: controller.signal }, slow))).toBe('unknown timeout')
  })

  test('timeout with a deadline in the past is immediate', async () => {
    const { waits, slow } = recordDelays()
    await authorize({ instrument: card('4000003900000684'), deadline: 1 }, slow)
    expect(waits).toEqual([])
  })

  test('card 4000003900000981 sends a late approval to listeners', async () => {
    const processor = simulator({ wait: async () => {} })
    const late = new Promise<Outcome>((resolve) => processor.onUnsolicited?.(({ outcome }) => resolve(outcome)))
    const outcome = await authorize({ instrument: card('4000003900000981') }, processor)
    expect(summarize(outcome)).toBe('unknown timeout')
    expect(await late).toMatchObject({ result: 'approved', code: '00', approved: usd(1000n), ref: outcome.ref })
  })

  test('card 4000003900000957 responds at once and sends the same approval again to listeners', async () => {
    const waits: number[] = []
    const processor = simulator({ lateMs: 700, now: () => 0, wait: async (ms) => void waits.push(ms) })
    const again = new Promise<Outcome>((resolve) => processor.onUnsolicited?.(({ outcome }) => resolve(outcome)))
    const outcome = await authorize({ instrument: card('4000003900000957'), deadline: 25_000 }, processor)
    expect(outcome).toMatchObject({ result: 'approved', code: '00', approved: usd(1000n) })
    expect(await again).toEqual(outcome)
    expect(waits).toEqual([700])
  })

  test('an account verification whose response arrives late or twice has code 85', async () => {
    for (const pan of ['4000003900000957', '4000003900000981']) {
      const processor = simulator({ wait: async () => {} })
      const late = new Promise<Outcome>((resolve) => processor.onUnsolicited?.(({ outcome }) => resolve(outcome)))
      await authorize({ instrument: card(pan), amount: usd(0n) }, processor)
      expect(await late).toMatchObject({ code: '85', approved: usd(0n) })
    }
  })
})
