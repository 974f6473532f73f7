import { expect, test } from 'vitest'
import { run } from './wrangler/processes.ts'
import { inRepository, repository } from './repository.ts'

const check = (...flags: string[]) =>
  run({
    command: process.execPath,
    args: [...flags, '--import', './worker/cli/requireNode.js', inRepository('worker/cli/dev/defaults.ts')],
    cwd: repository,
  })

test('a Node without TypeScript support is rejected with one line', async () => {
  const { code, output } = await check('--no-strip-types')
  expect(code).toBe(1)
  expect(output).toMatch(/^Sluice needs Node 22\.18 or later and this is v\d+.*\n$/)
})

test('a supported Node prints nothing', async () => {
  expect(await check()).toEqual({ code: 0, output: '' })
})
