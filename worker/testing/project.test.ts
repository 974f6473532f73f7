import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiTests, workerdOnly } from './workerdOnly.ts'

const cwd = fileURLToPath(new URL('../..', import.meta.url))
const patterns = Object.values(workerdOnly).flat()
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd })
const inApi = filesOf(apiTests)
const listed = new Set(patterns.flatMap(filesOf))

test.each(patterns)('pattern %s of tests for workerd alone matches tests of the API', (pattern) => {
  expect(filesOf(pattern)).not.toEqual([])
  expect(filesOf(pattern).filter((file) => !inApi.includes(file))).toEqual([])
})

test('every test of the API that imports the platform itself runs inside workerd alone', () => {
  const importing = inApi.filter((file) => readFileSync(`${cwd}/${file}`, 'utf8').includes("'cloudflare:"))
  expect(importing).not.toEqual([])
  expect(importing.filter((file) => !listed.has(file))).toEqual([])
})

test('a test of the API that does not run in Node is in the list, and is not excluded by its name', () => {
  expect(inApi.filter((file) => file.endsWith('.workerd.test.ts') && !file.startsWith('worker/proof/'))).toEqual([])
})

test('tests of every folder of the gateway are tests of the API, except for command line, contract and test support', () => {
  const folders = new Set(filesOf('worker/*/**/!(*.long).test.ts').map((file) => file.split('/')[1]))
  const api = new Set(inApi.map((file) => file.split('/')[1]))
  expect([...folders].filter((folder) => !api.has(folder)).toSorted()).toEqual(['cli', 'contract', 'testing'])
})
