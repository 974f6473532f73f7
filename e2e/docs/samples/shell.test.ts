import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Shell } from './shell.ts'

let folder: string
let shell: Shell
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-shell-'))
  shell = new Shell({ folder, scratch: folder, setup: '', env: { PATH: process.env['PATH'] } })
})
afterEach(() => {
  shell.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the shell of a page keeps variables, functions and the folder between blocks', async () => {
  shell.export({ TOKEN: "it's" })
  await shell.run('greet() { echo "$TOKEN $PWD"; }\nmkdir shop && cd shop')
  expect(await shell.run('greet')).toMatchObject({ succeeded: true, stdout: `it's ${folder}/shop\n` })
  expect(shell.folder).toBe(join(folder, 'shop'))
})

test.each([
  ['a failed command', 'echo before\nfalse\necho after', 'false'],
  ['a failed command in a pipe', 'echo before\nfalse | cat\necho after', 'cat'],
  ['an unset variable', 'echo before\necho "$NEVER_SET"\necho after', ''],
])('%s ends the shell of a page', async (_, code, failed) => {
  const ran = await shell.run(code)
  expect(ran).toMatchObject({ succeeded: false, stdout: 'before\n' })
  expect(ran.failed).toContain(failed)
})

test('programs in the background end with the shell of a page', async () => {
  const ticks = join(folder, 'ticks')
  const size = () => statSync(ticks, { throwIfNoEntry: false })?.size ?? 0
  await shell.run(`while true; do echo tick >> ${ticks}; sleep 0.02; done &`)
  await expect.poll(size).toBeGreaterThan(10)
  shell.close()
  // A write may be under way.
  await wait(100)
  const last = size()
  await wait(300)
  expect(size()).toBe(last)
})
