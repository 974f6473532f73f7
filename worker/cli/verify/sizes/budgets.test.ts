import { expect, test } from 'vitest'
import { recordSizes, sizeFaults, sizeTable } from './budgets.ts'

const budgets = {
  headroom: 0.03,
  sizes: { worker: { recorded: 1000, ceiling: 2000 }, frame: { recorded: 1990, ceiling: 2000 } },
}

test('a size may exceed the recorded one by the headroom only', () => {
  expect(sizeFaults({ worker: 1030, frame: 2000 }, budgets)).toEqual([])
  expect(sizeFaults({ worker: 1031, frame: 1 }, budgets)).toEqual([
    'worker weighs 1,031 bytes, more than the 1,000 bytes recorded and the headroom. Make it smaller, or record it: npm run budgets -- --record',
  ])
})

test('the headroom ends at the ceiling', () => {
  expect(sizeFaults({ worker: 1, frame: 2001 }, budgets)).toEqual([
    'frame weighs 2,001 bytes, above its ceiling of 2,000 bytes.',
  ])
  expect(sizeTable({ frame: 1 }, budgets)).toEqual(['frame: 1 bytes of 2,000 bytes'])
})

test('a size without a budget and a budget without a size are errors', () => {
  expect(sizeFaults({ worker: 1, embed: 5 }, budgets)).toEqual([
    'frame was not measured.',
    'embed has no budget in worker/cli/verify/sizes/budgets.json.',
  ])
})

test('recording stores the measured sizes and throws above a ceiling', () => {
  expect(recordSizes({ worker: 1500, frame: 1800 }, budgets).sizes).toEqual({
    worker: { recorded: 1500, ceiling: 2000 },
    frame: { recorded: 1800, ceiling: 2000 },
  })
  expect(() => recordSizes({ worker: 2001 }, budgets)).toThrow('above its ceiling')
})
