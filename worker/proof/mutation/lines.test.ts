import { expect, test } from 'vitest'
import { codeLines, draw } from './lines.ts'

const source = `import { of } from './of.ts'

/** Why. */
export type Amount = number
export const double = (amount: Amount) => {
  // Not more.
  return of(amount, {
    times: 2,
  })
}
`
const lines = Array.from({ length: 1000 }, (_, index) => `of.ts:${index + 1}`)

test('code lines exclude blank lines, comments, imports, types and closing brackets', () => {
  expect(codeLines('double.ts', source)).toEqual(['double.ts:5', 'double.ts:7', 'double.ts:8'])
})

test('drawn lines depend on the seed alone', () => {
  expect(draw(lines, 50, 7)).toEqual(draw(lines, 50, 7))
  expect(draw(lines, 50, 7)).not.toEqual(draw(lines, 50, 8))
})

test('drawn lines are distinct and evenly distributed', () => {
  const drawn = draw(lines, 500, 7)
  const fromFirstHalf = drawn.filter((line) => lines.indexOf(line) < 500).length
  expect(new Set(drawn).size).toBe(500)
  expect(fromFirstHalf).toBeGreaterThan(200)
  expect(fromFirstHalf).toBeLessThan(300)
})

test('a draw of more lines than exist returns all lines', () => {
  expect(draw(lines, 5000, 7).toSorted()).toEqual(lines.toSorted())
})
