import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Activity } from './activity.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('calls of one object that overlap are one time, and those of two objects are two', async () => {
  const activity = new Activity()
  const [one, other] = [{}, {}]
  const calls = [activity.during(one, lasting(100)), activity.during(other, lasting(40))]
  await vi.advanceTimersByTimeAsync(50)
  calls.push(activity.during(one, lasting(100)))
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all(calls)
  expect(activity.ms).toBe(190)
})

test('a call that fails has taken its time, and fails', async () => {
  const activity = new Activity()
  const failing = activity.during({}, async () => {
    await lasting(30)()
    throw new Error('broken')
  })
  const failed = expect(failing).rejects.toThrow('broken')
  await vi.advanceTimersByTimeAsync(30)
  await failed
  expect(activity.ms).toBe(30)
})
