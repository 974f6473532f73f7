import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { inRepository } from '../../worker/cli/repository.ts'
import { tableAfter } from './readmeTables.ts'

const heading = '## Common shopper complaints and their tests'

type NamedTest = { complaint: string; file: string; title: string }
type Node = { type: string; [member: string]: unknown }

/** The tests named in the README's table, from cells such as: `file`: "title", "title"; `file`: "title". */
const namedTests = (readme: string): NamedTest[] => {
  const [, section = ''] = readme.split(`${heading}\n`)
  return section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .flatMap((row) => {
      const [complaint = '', , tests = ''] = row.slice(2).split(' | ')
      return tests
        .split(/(?=`[^`]+`: ")/)
        .flatMap((part) => {
          const [, file = ''] = /^`([^`]+)`: /.exec(part) ?? []
          return [...part.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({
            complaint: complaint.trim(),
            file,
            title,
          }))
        })
        .concat(tests.includes('"') ? [] : [{ complaint: complaint.trim(), file: '', title: '' }])
    })
}

/** The root name of a call: `it` of `it.each(…)(…)`; empty for skipped tests. */
const calleeName = (callee: Node): string => {
  if (callee.type === 'Identifier') return callee['name'] as string
  if (callee.type === 'CallExpression') return calleeName(callee['callee'] as Node)
  if (callee.type !== 'MemberExpression') return ''
  return ['skip', 'todo', 'fixme', 'fails'].includes((callee['property'] as Node)['name'] as string)
    ? ''
    : calleeName(callee['object'] as Node)
}

/** The titles of a file’s tests and groups. */
const testTitles = (source: string): Set<string> => {
  const titles = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (value && typeof value === 'object') {
      const node = value as Node
      const [first] = (node['arguments'] as Node[] | undefined) ?? []
      if (node.type === 'CallExpression' && ['it', 'test', 'describe'].includes(calleeName(node['callee'] as Node)))
        if (typeof first?.['value'] === 'string') titles.add(first['value'])
      Object.values(node).forEach(visit)
    }
  }
  visit(parseSync('some.test.ts', source, { lang: 'ts', sourceType: 'module' }).program)
  return titles
}

const missingTests = (tests: readonly NamedTest[], read: (file: string) => string): string[] =>
  tests
    .filter(({ file, title }) => !file || !testTitles(read(file)).has(title))
    .map(({ complaint, file, title }) => `${complaint}: ${file} has no test "${title}"`)

test('README.md: each shopper complaint names existing tests', () => {
  const tests = namedTests(readFileSync(inRepository('README.md'), 'utf8'))
  expect(new Set(tests.map(({ complaint }) => complaint)).size).toBeGreaterThanOrEqual(13)
  expect(missingTests(tests, (file) => readFileSync(inRepository(file), 'utf8'))).toEqual([])
})

/** Files and folders that a text names in backticks by their full path. */
const namedFiles = (text: string): string[] =>
  [...text.matchAll(/`((?:worker|widget|demo|e2e)\/[^`\s*]+(?:\.ts|\/))`/g)].map(([, file = '']) => file)

test.each([
  ['SECURITY.md', 40],
  ['README.md', 60],
  ['CONTRIBUTING.md', 4],
  ['docs/internals/testing.md', 60],
])('%s names existing files only', (document, minimum) => {
  const files = namedFiles(readFileSync(inRepository(document), 'utf8'))
  expect(files.length).toBeGreaterThanOrEqual(minimum)
  expect(files.filter((file) => !existsSync(inRepository(file)))).toEqual([])
})

test('SECURITY.md: each threat has a control and a test', () => {
  const text = readFileSync(inRepository('SECURITY.md'), 'utf8')
  const rows = tableAfter(text, '## Threats, controls and tests')
  expect(rows.length).toBeGreaterThanOrEqual(20)
  for (const [threat, control = '', proof = ''] of rows) {
    expect(control, threat).not.toBe('')
    expect(
      namedFiles(proof).filter((file) => /\.(test|spec)\.ts$/.test(file)),
      threat,
    ).not.toEqual([])
  }
})

test('missingTests: absent and skipped tests and complaints without a test are reported', () => {
  const source = `test('a', () => {}); it.each([1])('b %s', () => {}); test.skip('c'); describe('d', () => { it('e') }); f('g')`
  const row = '| Slow | `x.test.ts`: not here | `x.test.ts`: "a", "b %s", "c"; `y.test.ts`: "d", "e", "g" |'
  const readme = `${heading}\n\n| Complaint | Sluice | Tests |\n| --- | --- | --- |\n${row}\n| Ugly | No | none |\n\n## Next\n| "z" |`
  expect(missingTests(namedTests(readme), (file) => (file ? source : ''))).toEqual([
    'Slow: x.test.ts has no test "c"',
    'Slow: y.test.ts has no test "g"',
    'Ugly:  has no test ""',
  ])
})
