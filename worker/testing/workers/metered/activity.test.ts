import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Activity } from './activity.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const waiting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('overlapping calls of one object count once, calls of two objects count separately', async () => {
  const activity = new Activity()
  const [one, other] = [{}, {}]
  const calls = [activity.measure(one, waiting(100)), activity.measure(other, waiting(40))]
  await vi.advanceTimersByTimeAsync(50)
  calls.push(activity.measure(one, waiting(100)))
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all(calls)
  expect(activity.ms).toBe(190)
})

test('the time of a failing call counts, and its error is thrown', async () => {
  const activity = new Activity()
  const failing = activity.measure({}, async () => {
    await waiting(30)()
    throw new Error('broken')
  })
  const failed = expect(failing).rejects.toThrow('broken')
  await vi.advanceTimersByTimeAsync(30)
  await failed
  expect(activity.ms).toBe(30)
})
