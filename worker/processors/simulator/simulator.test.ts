import { describe, expect, test } from 'vitest'
import type { Outcome } from '../processor.ts'
import { authorize, card, jpy, summarize, usd } from './simulator.fixture.ts'
import { simulator } from './simulator.ts'

const authCode = async (op: string) => {
  const outcome = await authorize({ op, amount: usd(1n) })
  return outcome.result === 'approved' ? outcome.authCode : undefined
}

/** A simulator at 5000 ms since 1970 that notes how long it would have waited. */
const noting = (options: { delayMs?: number } = {}) => {
  const waits: number[] = []
  return { waits, slow: simulator({ ...options, now: () => 5_000, wait: async (ms) => void waits.push(ms) }) }
}

describe('time', () => {
  test('an auth code is six digits and depends on the operation alone', async () => {
    expect(await authCode('91234567890123')).toMatch(/^\d{6}$/)
    const yen = await authorize({ op: '91234567890123', amount: jpy(1n), instrument: card('6011111111111117') })
    expect(yen).toMatchObject({ authCode: await authCode('91234567890123') })
    expect(await authCode('91234567890123')).not.toBe(await authCode('91234567890124'))
  })

  test('waits as long as it is told', async () => {
    const { waits, slow } = noting({ delayMs: 20 })
    await authorize({}, slow)
    expect(waits).toEqual([20])
  })

  test('does not wait unless told', async () => {
    const { waits, slow } = noting()
    await authorize({}, slow)
    expect(waits).toEqual([])
  })

  test.each(['4000003900000684', '4000003900000981'])('%s is silent until the deadline', async (pan) => {
    const { waits, slow } = noting({ delayMs: 20 })
    await authorize({ instrument: card(pan), deadline: 30_000 }, slow)
    expect(waits).toEqual([25_000])
  })

  test('who stops waiting before the answer does not know it', async () => {
    const stop = new AbortController()
    const slow = simulator({ delayMs: 20, wait: async () => stop.abort() })
    expect(summarize(await authorize({ signal: stop.signal }, slow))).toBe('unknown timeout')
  })

  test('a deadline in the past is no wait', async () => {
    const { waits, slow } = noting()
    await authorize({ instrument: card('4000003900000684'), deadline: 1 }, slow)
    expect(waits).toEqual([])
  })

  test('4000003900000981 approves after the deadline, to whoever listens', async () => {
    const patient = simulator({ wait: async () => {} })
    const late = new Promise<Outcome>((resolve) => patient.onUnsolicited?.(({ outcome }) => resolve(outcome)))
    const outcome = await authorize({ instrument: card('4000003900000981') }, patient)
    expect(summarize(outcome)).toBe('unknown timeout')
    expect(await late).toMatchObject({ result: 'approved', code: '00', approved: usd(1000n), ref: outcome.ref })
  })
})
