import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const isFolder = (path: string): boolean =>
  statSync(inRepository(path), { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Files and folders that a text names in backticks, by their full path or, if they are tests, by the name alone after a path in the same line,
 * whose folder they are in. The names of further folders may come between.
 */
const namedFiles = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    let folder = ''
    return [...line.matchAll(/`([^`\s*<]+)`/g)].flatMap(([, name = '']) => {
      if (/^(worker|widget|demo|e2e)\/./.test(name)) {
        folder = isFolder(name) ? name : dirname(name)
        return [name]
      }
      if (folder && isFolder(join(folder, name))) folder = join(folder, name)
      return folder && /^[\w.-]+\.(test|spec)\.ts$/.test(name) ? [join(folder, name)] : []
    })
  })

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

test('README.md: sizes are within 5 % of the recorded ones', () => {
  const { sizes } = JSON.parse(readFileSync(inRepository('worker/cli/verify/sizes/budgets.json'), 'utf8')) as {
    sizes: Record<string, { recorded: number }>
  }
  const recorded = ['embed.js, brotli', 'card frame in English, brotli', 'checkout in English, brotli', 'worker, gzip']
  const [line = ''] = /^Sizes: .*$/m.exec(readFileSync(inRepository('README.md'), 'utf8')) ?? []
  const stated = [...line.matchAll(/([\d.]+) KiB/g)].map(([, figure]) => Number(figure) * 1024)
  expect(stated).toHaveLength(recorded.length)
  for (const [index, name] of recorded.entries())
    expect(Math.abs(stated[index]! / sizes[name]!.recorded - 1), name).toBeLessThan(0.05)
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
