import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRepository } from '../repository.ts'
import { documents, readDocument } from './markdown.ts'

/** The files and folders of the repository that a text names in code spans. Patterns and placeholders are left out. */
const namedFiles = (text: string): string[] =>
  [...text.matchAll(/`((?:worker|widget|demo|e2e|docs)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[*<{…]/.test(path))

test.each([...documents(), 'SECURITY.md', 'CONTRIBUTING.md', 'worker/proof/README.md'])(
  '%s names existing files and folders only',
  (document) => {
    expect(namedFiles(readDocument(document)).filter((path) => !existsSync(inRepository(path)))).toEqual([])
  },
)

test('namedFiles finds paths in code spans, and no pattern', () => {
  const text =
    'See `worker/http/body.ts`, `docs/start.md`, `worker/<noun>/`, `e2e/**/*.ts`, worker/absent.ts and `npm test`.'
  expect(namedFiles(text)).toEqual(['worker/http/body.ts', 'docs/start.md'])
})
