import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiTests } from './project.ts'

const cwd = fileURLToPath(new URL('../../..', import.meta.url))
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd })
const inApi = filesOf(apiTests)

test('an API test that imports the platform is named for workerd', () => {
  const importing = inApi.filter((file) => readFileSync(`${cwd}/${file}`, 'utf8').includes("'cloudflare:"))
  expect(importing).not.toEqual([])
  expect(importing.filter((file) => !file.endsWith('.workerd.test.ts'))).toEqual([])
})

test('tests of every folder of the gateway are tests of the API, except for command line, contract and test support', () => {
  const folders = new Set(filesOf('worker/*/**/!(*.long).test.ts').map((file) => file.split('/')[1]))
  const api = new Set(inApi.map((file) => file.split('/')[1]))
  expect([...folders].filter((folder) => !api.has(folder)).toSorted()).toEqual(['cli', 'contract', 'testing'])
})
