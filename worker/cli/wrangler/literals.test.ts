import { expect, test } from 'vitest'
import { sql } from '../../store/sql/statement.ts'
import { literal, withLiterals } from './literals.ts'

test.each([
  [null, 'NULL'],
  [1.5, '1.5'],
  ["O'Neill ?1", "'O''Neill ?1'"],
])('the value %j becomes the SQL literal %s', (value, text) => {
  expect(literal(value)).toBe(text)
})

test.each([
  ['SELECT ?, ?', ['a', 1], "SELECT 'a', 1"],
  ['SELECT ?2, ?1, ?2, ?', ['a', 1, null], "SELECT 1, 'a', 1, NULL"],
  ["SELECT ?, '? ''?', ?", ['?', 2], "SELECT '?', '? ''?', 2"],
])('the statement %s with the values %j has them as literals', (text, values, expected) => {
  expect(withLiterals(sql(text, ...values))).toBe(expected)
})
