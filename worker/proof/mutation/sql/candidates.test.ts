import { expect, test } from 'vitest'
import { applyEdits, sqlMutants } from './candidates.ts'

/** The mutants of a template literal, by operator, as texts of that literal. */
const mutantsOf = (text: string): Record<string, string[]> => {
  const source = `const statement = \`${text}\`\n`
  const mutants = sqlMutants('statement.ts', source).map(({ operator, edits }) => ({
    operator,
    text: applyEdits(source, edits).slice('const statement = `'.length, -2),
  }))
  return Object.fromEntries(
    [...Map.groupBy(mutants, ({ operator }) => operator)].map(([operator, own]) => [
      operator,
      own.map((one) => one.text),
    ]),
  )
}

test('comparisons move their boundary or are negated, and assignments stay', () => {
  expect(mutantsOf('UPDATE keys SET due = ? WHERE due <= ? AND id = ?')['comparison']).toEqual([
    'UPDATE keys SET due = ? WHERE due < ? AND id = ?',
    'UPDATE keys SET due = ? WHERE due <= ? AND id <> ?',
  ])
})

test('a dropped condition keeps its bound values, and ends at the next condition of the same depth', () => {
  expect(
    mutantsOf('SELECT id FROM keys WHERE due IN (SELECT due FROM others WHERE a = ?) AND b = ? LIMIT 1'),
  ).toMatchObject({
    'dropped condition': [
      'SELECT id FROM keys WHERE (1 OR (due IN (SELECT due FROM others WHERE a = ?))) AND b = ? LIMIT 1',
      'SELECT id FROM keys WHERE due IN (SELECT due FROM others WHERE (1 OR (a = ?))) AND b = ? LIMIT 1',
      'SELECT id FROM keys WHERE due IN (SELECT due FROM others WHERE a = ?) AND (1 OR (b = ?)) LIMIT 1',
    ],
  })
})

test('the AND of a BETWEEN is not replaced, and its lower bound moves', () => {
  expect(mutantsOf('SELECT id FROM keys WHERE due BETWEEN ? AND ? OR id = 7')).toMatchObject({
    'AND/OR': ['SELECT id FROM keys WHERE due BETWEEN ? AND ? AND id = 7'],
    comparison: [
      'SELECT id FROM keys WHERE due BETWEEN 1 + ? AND ? OR id = 7',
      'SELECT id FROM keys WHERE due BETWEEN ? AND ? OR id <> 7',
    ],
    constant: ['SELECT id FROM keys WHERE due BETWEEN ? AND ? OR id = 8'],
  })
})

test('a member of SET keeps its value, an expression in it stays whole', () => {
  const set = "SET status = CASE WHEN a = 1 THEN 'x' ELSE 'y' END, due = ${due} WHERE id = 1"
  expect(mutantsOf(`UPDATE keys ${set}`)['dropped SET member']).toEqual([
    "UPDATE keys SET status = CASE WHEN 1 THEN status ELSE CASE WHEN a = 1 THEN 'x' ELSE 'y' END END, due = ${due} WHERE id = 1",
    "UPDATE keys SET status = CASE WHEN a = 1 THEN 'x' ELSE 'y' END, due = CASE WHEN 1 THEN due ELSE ${due} END WHERE id = 1",
  ])
})

test('order and limit change', () => {
  expect(mutantsOf('SELECT id FROM keys ORDER BY due, id DESC LIMIT ?')).toEqual({
    'ORDER direction': [
      'SELECT id FROM keys ORDER BY due DESC, id DESC LIMIT ?',
      'SELECT id FROM keys ORDER BY due, id ASC LIMIT ?',
    ],
    LIMIT: ['SELECT id FROM keys ORDER BY due, id DESC LIMIT 1 + ?'],
  })
})

test('NOT and NULL are negated', () => {
  expect(mutantsOf('SELECT id FROM keys WHERE due IS NULL AND NOT EXISTS (SELECT 1 FROM others)')['negation']).toEqual([
    'SELECT id FROM keys WHERE due IS NOT NULL AND NOT EXISTS (SELECT 1 FROM others)',
    'SELECT id FROM keys WHERE due IS NULL AND  EXISTS (SELECT 1 FROM others)',
  ])
})

test('messages, types and single words have no mutants', () => {
  const source = `type Kind = 'a = b' | 'c'
throw new Error('The key was neither found nor inserted = bad.')
const kind: Kind = 'c'
`
  expect(sqlMutants('kind.ts', source)).toEqual([])
})
