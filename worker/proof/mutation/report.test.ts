import { expect, test } from 'vitest'
import { folderRows, mutantsIn, scoreOf, survivorRows, totalRow, type MutantResult } from './report.ts'

const mutant = (status: string, line = 1, replacement = 'false'): MutantResult => ({
  status,
  replacement,
  mutatorName: 'ConditionalExpression',
  location: { start: { line, column: 5 } },
})

const results = {
  'domain/plans/create.ts': { mutants: [mutant('Killed'), mutant('Survived', 3, '{\n  a }'), mutant('Timeout')] },
  'domain/transactions/sources/card.ts': { mutants: [mutant('Killed'), mutant('NoCoverage', 9)] },
  'domain/transactions/void.ts': { mutants: [mutant('RuntimeError'), mutant('Killed')] },
  'domain/money.ts': { mutants: [mutant('Killed')] },
}

test('the score counts failed tests and timeouts as noticed, and leaves out mutants that do not load', () => {
  expect(scoreOf(mutantsIn(results))).toBeCloseTo((100 * 5) / 7)
  expect(totalRow(results)).toMatch(/^Mutation score +5 of +7 +71\.4 %$/)
})

test('the score of no mutants is 0, so that a run that mutates nothing fails', () => {
  expect(scoreOf([])).toBe(0)
  expect(scoreOf([mutant('RuntimeError')])).toBe(0)
})

test('a folder of the domain is counted with the folders in it, and files outside of folders by themselves', () => {
  expect(folderRows(results, 'domain').map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    '. 1 of 1 100.0 %',
    'plans 2 of 3 66.7 %',
    'transactions 2 of 3 66.7 %',
  ])
})

test('each mutant that no test notices is printed in a line, with its place and its replacement', () => {
  expect(survivorRows(results)).toEqual([
    'domain/plans/create.ts:3:5 ConditionalExpression -> { a }',
    'domain/transactions/sources/card.ts:9:5 ConditionalExpression -> false (no test runs it)',
  ])
})
