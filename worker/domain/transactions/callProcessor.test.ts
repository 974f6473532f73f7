import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Outcome, Reversal } from '../../processors/processor.ts'
import { money } from '../money.ts'
import { unlimitedCalls } from '../work/callSlots.ts'
import { callProcessor, requestReversal } from './callProcessor.ts'

const ref = { account: 'a', op: '1', root: '1' }
const approval: Outcome = { result: 'approved', ref: { ...ref, raw: '7' }, approved: money('1', 840), code: '00' }
const limits = { processorTimeoutMs: 25_000, reversalTimeoutMs: 5_000 }
const clock = { now: () => Date.now() }
const callSlots = unlimitedCalls

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const later = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, ms, value))

describe('callProcessor', () => {
  test('callProcessor returns outcome and latency, and leaves no timer', async () => {
    const response = callProcessor(() => later(1_200, approval), ref, { clock, limits })
    await vi.advanceTimersByTimeAsync(1_200)
    expect(await response).toEqual({ outcome: approval, latency: 1_200 })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('callProcessor passes a deadline and a signal that aborts then', async () => {
    const started = Date.now()
    let window: { readonly deadline: number; readonly signal: AbortSignal } | null = null
    void callProcessor((passed) => ((window = passed), later(60_000, approval)), ref, { clock, limits })
    expect(window!.deadline).toBe(started + 25_000)
    await vi.advanceTimersByTimeAsync(24_999)
    expect(window!.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(window!.signal.aborted).toBe(true)
    expect(window!.signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('callProcessor accepts an outcome within half a second after the deadline', async () => {
    const outcome: Outcome = { result: 'notSent', ref, reason: 'aborted' }
    const response = callProcessor(() => later(25_499, outcome), ref, { clock, limits })
    await vi.advanceTimersByTimeAsync(25_499)
    expect(await response).toEqual({ outcome, latency: 25_499 })
  })

  test('callProcessor without a response returns an unknown outcome with reason timeout', async () => {
    const response = callProcessor(() => later(60_000, approval), ref, { clock, limits })
    await vi.advanceTimersByTimeAsync(25_500)
    expect(await response).toEqual({ outcome: { result: 'unknown', ref, reason: 'timeout' }, latency: 25_500 })
  })

  test('callProcessor after an error returns an unknown outcome with reason disconnected, and leaves no timer', async () => {
    const response = await callProcessor(() => Promise.reject(new Error('Lost.')), ref, { clock, limits })
    expect(response).toEqual({ outcome: { result: 'unknown', ref, reason: 'disconnected' }, latency: 0 })
    expect(vi.getTimerCount()).toBe(0)
  })
})

const requested = (reverse: () => Promise<Reversal>, rest?: ReturnType<typeof money>) => {
  const calls: unknown[][] = []
  const processor = {
    reverse: (...args: unknown[]) => {
      calls.push(args)
      return reverse()
    },
  }
  return { calls, result: requestReversal(ref, 3, { processor, limits, callSlots }, rest) }
}

describe('requestReversal', () => {
  test.each(['done', 'notFound', 'retry'] as const)(
    'requestReversal returns %s from the processor',
    async (reversal) => {
      const { calls, result } = requested(() => Promise.resolve(reversal), money('4', 840))
      expect(await result).toBe(reversal)
      expect(calls).toEqual([[ref, 3, money('4', 840)]])
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('requestReversal returns retry after an error', async () => {
    expect(await requested(() => Promise.reject(new Error('Lost.'))).result).toBe('retry')
  })

  test('requestReversal returns retry without a response in time', async () => {
    const { result } = requested(() => later(60_000, 'done' as const))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await result).toBe('retry')
  })
})
