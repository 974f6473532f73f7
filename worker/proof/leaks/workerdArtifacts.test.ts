import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { keepLeftovers, watchWorker } from './workerdArtifacts.ts'

const { TMPDIR } = process.env
const restore = () => {
  delete process.env['SLUICE_WORKER_RUN']
  delete process.env['TMPDIR']
  Object.assign(process.env, TMPDIR === undefined ? {} : { TMPDIR })
}
afterEach(restore)

/** A run whose runtime stores and prints something in one file of tests, and has removed its files when the run ends. */
const runWith = async ({ stored = '', printed = 'GET /health\n' }): Promise<void> => {
  const { search, end } = await watchWorker()
  const state = join(tmpdir(), 'miniflare-1', 'd1')
  await mkdir(state, { recursive: true })
  await writeFile(join(state, 'a.sqlite-wal'), stored)
  await keepLeftovers(printed)
  await rm(state, { recursive: true })
  await search().finally(() => {
    end()
    restore()
  })
}

test('what a runtime stored and printed is searched, although it is gone', async () => {
  await runWith({})
  await expect(runWith({ stored: 'paid with 4242424242424242' })).rejects.toThrow(/a\.sqlite-wal: card 424242…4242/)
  await expect(runWith({ printed: 'paid with 4242424242424242\n' })).rejects.toThrow(/printed\.log: card 424242…4242/)
})

test('a run that kept nothing says so', async () => {
  const { search, end } = await watchWorker()
  await expect(search()).rejects.toThrow('Nothing was kept')
  end()
})
