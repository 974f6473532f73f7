import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isWhole, recordWorkerdRun, searchText, storeArtifacts } from './workerdArtifacts.ts'

const { TMPDIR } = process.env
const restore = () => {
  delete process.env['SLUICE_WORKER_RUN']
  delete process.env['TMPDIR']
  Object.assign(process.env, TMPDIR === undefined ? {} : { TMPDIR })
}
afterEach(restore)

/** A run whose runtime stores and prints something in one test file, and removes its files at the end. */
const runWith = async ({ stored = '', printed = 'GET /health\n', whole = true }): Promise<void> => {
  const { search, end } = await recordWorkerdRun()
  const state = join(tmpdir(), 'miniflare-1', 'd1')
  await mkdir(state, { recursive: true })
  await writeFile(join(state, 'a.sqlite-wal'), stored)
  await storeArtifacts(printed)
  await rm(state, { recursive: true })
  await search({ whole }).finally(() => {
    end()
    restore()
  })
}

test('files and output of an exited runtime are scanned', async () => {
  await runWith({})
  await expect(runWith({ stored: 'paid with 4242424242424242' })).rejects.toThrow(/a\.sqlite-wal: card 424242…4242/)
  await expect(runWith({ printed: 'paid with 4242424242424242\n' })).rejects.toThrow(/printed\.log: card 424242…4242/)
})

test('a leak in a part of a run is found', async () => {
  const stored = 'paid with 4242424242424242'
  await expect(runWith({ stored, whole: false })).rejects.toThrow(/a\.sqlite-wal: card 424242…4242/)
})

test('a whole run without stored artifacts fails, and a part of one passes', async () => {
  const { search, end } = await recordWorkerdRun()
  await expect(search({ whole: true })).rejects.toThrow('No artifacts of')
  await search({ whole: false })
  end()
})

test('a search for planted leaks leaves nothing to a test file that ends meanwhile', async () => {
  const { search, end } = await recordWorkerdRun()
  const targets = { cards: [], minDigits: 12, cvvs: [], minCvvs: 2, secrets: [], matchPatterns: true }
  const planted = `${'no leak\n'.repeat(200_000)} paid with 4242424242424242`
  const progress = { isDone: false }
  const searching = searchText({ targets, text: planted }).finally(() => (progress.isDone = true))
  for (let stored = 0; stored === 0 || !progress.isDone; stored++) await storeArtifacts('GET /health\n')
  expect(await searching).toHaveLength(1)
  await search({ whole: false })
  end()
})

test('a run is whole if it had each test file of its project', () => {
  expect(isWhole(['a.test.ts', 'b.test.ts'], ['b.test.ts', 'a.test.ts', 'of/another/project.test.ts'])).toBe(true)
  expect(isWhole(['a.test.ts', 'b.test.ts'], ['b.test.ts'])).toBe(false)
})
