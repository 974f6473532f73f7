import { expect, test } from 'vitest'
import {
  allMutants,
  folderRows,
  mutantsIn,
  mutationScore,
  sqlRows,
  survivorRows,
  totalRow,
  type MutantResult,
} from './report.ts'

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

test('mutation score counts failed tests and timeouts as killed, and ignores mutants that fail to load', () => {
  expect(mutationScore(allMutants(results))).toBeCloseTo((100 * 5) / 7)
  expect(totalRow(results)).toMatch(/^Mutation score +5 of +7 +71\.4 %$/)
})

test('mutation score without mutants is 0', () => {
  expect(mutationScore([])).toBe(0)
  expect(mutationScore([mutant('RuntimeError')])).toBe(0)
})

test('folder rows include subfolders, and files of the root are counted separately', () => {
  expect(folderRows(results, 'domain').map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    '. 1 of 1 100.0 %',
    'plans 2 of 3 66.7 %',
    'transactions 2 of 3 66.7 %',
  ])
})

test('survivor rows have location and replacement of each surviving mutant', () => {
  expect(survivorRows(results)).toEqual([
    'domain/plans/create.ts:3:5 ConditionalExpression -> { a }',
    'domain/transactions/sources/card.ts:9:5 ConditionalExpression -> false (no test runs it)',
  ])
})

test('SQL that SQLite cannot parse counts as neither killed nor survived', () => {
  const unparsed = { ...mutant('Killed'), statusReason: 'D1_ERROR: near "OR": syntax error: SQLITE_ERROR' }
  expect(mutationScore([unparsed, mutant('Killed'), mutant('Survived')])).toBe(50)
})

test('rows of a room have its files only, with a row for each operator on SQL texts', () => {
  const sql = { ...mutant('Survived'), mutatorName: 'SQL LIMIT' }
  const both = { ...results, 'store/a.ts': { mutants: [sql, mutant('Killed')] }, 'store/b.ts': { mutants: [] } }
  const own = mutantsIn(both, 'store')
  expect(Object.keys(own)).toEqual(['store/a.ts'])
  expect(sqlRows(own).map((text) => text.replaceAll(/ +/g, ' '))).toEqual([
    'SQL LIMIT 0 of 1 0.0 %',
    'TypeScript 1 of 1 100.0 %',
  ])
})
