import { expect, test } from 'vitest'
import { run } from './wrangler/processes.ts'
import { inRepository, repository } from './repository.ts'

const check = (...flags: string[]) =>
  run({
    command: process.execPath,
    args: [...flags, '--import', './worker/cli/requireNode.js', inRepository('worker/cli/dev/defaults.ts')],
    cwd: repository,
  })

test('answers a Node that cannot run TypeScript with one line', async () => {
  const { code, output } = await check('--no-strip-types')
  expect(code).toBe(1)
  expect(output).toMatch(/^Sluice needs Node 22\.18 or later and this is v\d+.*\n$/)
})

test('is silent to one that can', async () => {
  expect(await check()).toEqual({ code: 0, output: '' })
})
