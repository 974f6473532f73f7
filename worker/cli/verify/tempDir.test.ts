import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../wrangler/processes.ts'
import { inTempDir } from './tempDir.ts'

test('the folder is there while it is used, and gone afterwards, also where that failed', async () => {
  const used: string[] = []
  const fail = inTempDir(async (folder) => {
    used.push(folder)
    await writeFile(join(folder, 'a'), 'b')
    throw new Error('broken')
  })
  await expect(fail).rejects.toThrow('broken')
  expect(used.map((folder) => existsSync(folder))).toEqual([false])
})

test('what a run left that was killed is removed by the next, and nothing of one that goes on', async () => {
  const { output } = await run({ command: process.execPath, args: ['-p', 'process.pid'] })
  await inTempDir(async (folder) => {
    const abandoned = join(dirname(folder), `sluice-tests-${output.trim()}-abcdef`)
    await mkdir(join(abandoned, 'deep'), { recursive: true })
    await inTempDir(() => Promise.resolve())
    expect([existsSync(abandoned), existsSync(folder)]).toEqual([false, true])
  })
})
