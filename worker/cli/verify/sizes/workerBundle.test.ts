import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleFaults, readWorkerBundle } from './workerBundle.ts'

const sources = [
  'worker/index.ts',
  'worker/contract/errors/errorTypes.ts',
  'worker/pages/html.ts',
  'node_modules/hono/index.js',
]

test.each([
  'worker/cli/dev/dev.ts',
  'worker/testing/merchant.ts',
  'worker/proof/leaks/scan.ts',
  'worker/pages/print/pageStyle.ts',
  'worker/contract/errors/errorHelp.ts',
  'worker/contract/documentation.ts',
  'worker/cli/contract/openapi/schemas.ts',
  'worker/http/app.test.ts',
  'widget/build.ts',
])('a worker bundle with %s is rejected', (path) => {
  expect(bundleFaults({ gzipBytes: 1, sources: [...sources, path] })).toEqual([
    `The worker contains ${path}, which no request needs.`,
  ])
})

test('a worker bundle of request code is accepted, and one without sources rejected', () => {
  expect(bundleFaults({ gzipBytes: 1, sources })).toEqual([])
  expect(bundleFaults({ gzipBytes: 1, sources: [] })).toEqual(['The worker has no sources.'])
})

test('readWorkerBundle returns the gzip size and the bundled sources', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bundle-'))
  try {
    const code = 'export default {}\n'.repeat(1000)
    const inputs = { 'worker/index.ts': { bytesInOutput: 10 }, 'worker/cli/dev/dev.ts': { bytesInOutput: 0 } }
    const outputs = { 'index.js.map': { inputs: {} }, 'index.js': { inputs } }
    await writeFile(join(folder, 'index.js'), code)
    await writeFile(join(folder, 'meta.json'), JSON.stringify({ outputs }))
    expect(await readWorkerBundle(folder)).toEqual({
      gzipBytes: gzipSync(code).length,
      sources: ['worker/index.ts'],
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
