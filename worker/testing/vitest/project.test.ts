import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiTests } from './project.ts'

const cwd = fileURLToPath(new URL('../../..', import.meta.url))
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd })
const included = filesOf(apiTests)

test('tests that import cloudflare: modules are named *.workerd.test.ts', () => {
  const importing = included.filter((file) => readFileSync(`${cwd}/${file}`, 'utf8').includes("'cloudflare:"))
  expect(importing).not.toEqual([])
  expect(importing.filter((file) => !file.endsWith('.workerd.test.ts'))).toEqual([])
})

test('the API test projects include every folder of the worker except cli, contract and testing', () => {
  const folders = new Set(filesOf('worker/*/**/!(*.long).test.ts').map((file) => file.split('/')[1]))
  const api = new Set(included.map((file) => file.split('/')[1]))
  expect([...folders].filter((folder) => !api.has(folder)).toSorted()).toEqual(['cli', 'contract', 'testing'])
})
