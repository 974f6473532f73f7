import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeBlocks } from '../../../worker/cli/docs/markdown.ts'
import { inRepository } from '../../../worker/cli/repository.ts'
import { companions } from './companions.ts'
import { testsOf } from './coverage.ts'
import { isExcerpt, staleExcerpt } from './excerpts.ts'
import { coveredCommands, coveredIn, mistakesIn } from './operator/repositoryCommands.ts'
import { blocksIn, blocksOf, choicesOf, pages } from './pages.ts'

const everyBlock = () => pages().flatMap((page) => blocksIn(page).map((block) => ({ page, block })))

test('every code block of the documentation is run by a test', () => {
  const withoutTest = everyBlock().filter(({ page, block }) => testsOf(page, block) === undefined)
  expect(withoutTest.map(({ page, block }) => `${page}:${block.line} ${block.language || 'no language'}`)).toEqual([])
})

test('code of the repository on pages for contributors is in its file', () => {
  const stale = everyBlock()
    .filter(({ page, block }) => isExcerpt(page, block))
    .map(({ page, block }) => ({ at: `${page}:${block.line}`, stale: staleExcerpt(block) }))
  expect(stale.filter(({ stale }) => stale !== null)).toEqual([])
})

test('the tests that run code blocks exist', () => {
  const tests = new Set([
    ...everyBlock().flatMap(({ page, block }) => testsOf(page, block) ?? []),
    ...Object.values(coveredCommands),
  ])
  expect([...tests].filter((path) => !existsSync(inRepository(path)))).toEqual([])
})

test('commands that the runner leaves out are run by the tests that are named for them', () => {
  const names = new Set(everyBlock().flatMap(({ block }) => (block.language === 'sh' ? coveredIn(block.code) : [])))
  expect(names.size).toBeGreaterThan(0)
  expect([...names].filter((name) => !coveredCommands[name])).toEqual([])
})

test.each([
  ['npm install && npm run dev   # starts it', ['npm install', 'npm run dev']],
  ['SLUICE_SEED=7 npx vitest run --project unit x', ['npx vitest run']],
  ['npm install @sluicepay/sluice', []],
  ['npm run deploy -- --dry-run', []],
  ['npm install && curl x', []],
])('the runner leaves out of "%s": %j', (line, left) => {
  expect(coveredIn(line)).toEqual(left)
})

test('each step of a person follows exactly one code block of its page', () => {
  const wrong = Object.entries(companions).flatMap(([page, steps]) =>
    steps
      .filter(({ after }) => blocksIn(page).filter(({ code }) => code.includes(after)).length !== 1)
      .map(({ after }) => `${page}: ${after}`),
  )
  expect(wrong).toEqual([])
})

const group = (...fences: string[]) =>
  codeBlocks(
    ['```sh\nfirst\n```', '::: code-group', ...fences.map((fence) => `\`\`\`${fence}\n${fence}\n\`\`\``), ':::'].join(
      '\n\n',
    ),
  )

test('a page with samples in two languages is read once for each', () => {
  const blocks = group('sh [curl]', 'js [JavaScript]')
  expect(choicesOf(blocks)).toEqual(['curl', 'JavaScript'])
  expect(blocksOf(blocks, 'JavaScript').map(({ language }) => language)).toEqual(['sh', 'js'])
  expect(blocksOf(blocks, 'other').map(({ file }) => file)).toEqual(['', 'curl'])
})

test('one file in two languages is an alternative, and different files belong together', () => {
  expect(choicesOf(group('js [server.js]', 'python [server.py]'))).toEqual(['js', 'python'])
  const files = group('js [server.js]', 'html [index.html]')
  expect(choicesOf(files)).toEqual([''])
  expect(blocksOf(files, '')).toHaveLength(3)
})

test.each([
  ['npx vitest run --project units worker/cli', 'there is no project units of tests'],
  ['npx vitest run worker/cli/no-such-folder', 'worker/cli/no-such-folder does not exist'],
])('a command that is left out must be right: %s', (command, mistake) => {
  expect(mistakesIn(command)).toEqual([mistake])
})

const quote = (code: string) =>
  staleExcerpt({ ...codeBlocks(`\`\`\`ts\n${code}\n\`\`\``)[0]!, file: 'worker/index.ts' })

test('code of the repository that is not in its file is reported', () => {
  expect(quote('import …')).toBeNull()
  expect(quote('import …\nconst invented = 1')).toBe('const invented = 1')
})
