import { describe, expect, test } from 'vitest'
import type { Lane } from '../store/work/nextDue.ts'
import { shareWorkers } from './shareWorkers.ts'

const share = (due: readonly Lane[], wishes: Partial<Record<Lane, number>>, total = 8) =>
  Object.fromEntries(shareWorkers(due, new Map(Object.entries(wishes) as [Lane, number][]), total))

describe('shareWorkers', () => {
  test('without wishes each due lane has one worker', () => {
    expect(share(['bills', 'settlement', 'purges'], {})).toEqual({ bills: 1, settlement: 1, purges: 1 })
  })

  test('a lane alone gets all workers', () => {
    expect(share(['bills'], { bills: 16 })).toEqual({ bills: 8 })
  })

  test('the lane with priority gets its wish first, and each other one keeps one worker', () => {
    expect(share(['reversals', 'followUps', 'bills'], { reversals: 16, followUps: 4, bills: 8 })).toEqual({
      reversals: 6,
      followUps: 1,
      bills: 1,
    })
    expect(share(['reversals', 'bills'], { reversals: 2, bills: 16 })).toEqual({ reversals: 2, bills: 6 })
  })

  test('lanes without calls of processors take none of the shared workers', () => {
    expect(share(['bills', 'expiries', 'checkouts'], { bills: 8, expiries: 8 })).toEqual({
      bills: 8,
      expiries: 1,
      checkouts: 1,
    })
  })

  test('with one worker in all, each due lane still has one: no lane waits for another', () => {
    expect(share(['reversals', 'bills'], { reversals: 4 }, 1)).toEqual({ reversals: 1, bills: 1 })
  })
})
