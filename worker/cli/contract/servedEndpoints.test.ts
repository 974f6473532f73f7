import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { inRepository } from '../repository.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'errorFormat' in value && 'path' in value

test('every endpoint that a file of the contract exports is in the list of endpoints', async () => {
  const folder = inRepository('worker/contract')
  const files = globSync('*/*.ts', { cwd: folder }).filter((file) => !/\.(test|fixtures)\./.test(file))
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ `${folder}/${file}`) as Promise<Record<string, unknown>>),
  )
  const exported = modules.flatMap((module) => Object.values(module).filter(isEndpoint))
  expect(exported.length).toBeGreaterThan(50)
  const names = new Set(endpoints.map(({ name }) => name))
  const missing = exported.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  expect(missing, 'add them to the list of endpoints at the end of their file').toEqual([])
})
