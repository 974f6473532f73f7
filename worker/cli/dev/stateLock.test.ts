import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claim, requireUnlocked } from './stateLock.ts'

let state: string
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'sluice-claim-'))
})
afterEach(() => rm(state, { recursive: true }))

test('a state folder in use by a live process is rejected with its id', async () => {
  await writeFile(join(state, 'in-use-by'), String(process.ppid))
  await expect(claim(state)).rejects.toThrow(`process ${process.ppid}`)
})

test('a lock of a dead process is taken over', async () => {
  await writeFile(join(state, 'in-use-by'), '999999999')
  await expect(claim(state)).resolves.toBeTypeOf('function')
})

test('a released state folder is unlocked', async () => {
  const release = await claim(state)
  await release()
  await expect(requireUnlocked(state)).resolves.toBeUndefined()
})
