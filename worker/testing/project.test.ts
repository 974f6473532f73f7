import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { workerdOnly } from './workerdOnly.ts'

const cwd = fileURLToPath(new URL('../..', import.meta.url))
const patterns = Object.values(workerdOnly).flat()
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd })

test.each(patterns)('%s names tests that exist', (pattern) => {
  expect(filesOf(pattern)).not.toEqual([])
})

test('every test of the API that imports the platform itself runs inside workerd alone', () => {
  const listed = new Set(patterns.flatMap(filesOf))
  const importing = globSync(
    'worker/{http,routes,domain,store,pages,vault,processors,terminals,webhooks}/**/*.test.ts',
    {
      cwd,
    },
  ).filter((file) => !file.endsWith('.long.test.ts') && readFileSync(`${cwd}/${file}`, 'utf8').includes("'cloudflare:"))
  expect(importing).not.toEqual([])
  expect(importing.filter((file) => !listed.has(file))).toEqual([])
})
