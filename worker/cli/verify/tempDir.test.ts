import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../wrangler/processes.ts'
import { inTempDir } from './tempDir.ts'

test('the temporary folder exists during use and is removed afterwards, even after an error', async () => {
  const used: string[] = []
  const fail = inTempDir(async (folder) => {
    used.push(folder)
    await writeFile(join(folder, 'a'), 'b')
    throw new Error('broken')
  })
  await expect(fail).rejects.toThrow('broken')
  expect(used.map((folder) => existsSync(folder))).toEqual([false])
})

test('folders of killed runs are removed, and folders of live runs are not', async () => {
  const { output } = await run({ command: process.execPath, args: ['-p', 'process.pid'] })
  await inTempDir(async (folder) => {
    const abandoned = join(dirname(folder), `sluice-tests-${output.trim()}-abcdef`)
    await mkdir(join(abandoned, 'deep'), { recursive: true })
    await inTempDir(() => Promise.resolve())
    expect([existsSync(abandoned), existsSync(folder)]).toEqual([false, true])
  })
})
