import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { budgetBytes, faultsOfBundle, readWorkerBundle, weightOf } from './workerBundle.ts'

const sources = [
  'worker/index.ts',
  'worker/contract/errors.ts',
  'worker/pages/html.ts',
  'node_modules/hono/dist/index.js',
]

test.each([
  ['finds nothing wrong with a worker of the budget', {}, []],
  ['refuses a byte more', { gzipBytes: budgetBytes + 1 }, ['It has 153,001 bytes gzip of 153,000.']],
  ['refuses a bundle of nothing', { sources: [] }, ['It has no sources.']],
  ...[
    'worker/cli/dev.ts',
    'worker/testing/merchant.ts',
    'worker/pages/print/pageStyle.ts',
    'worker/contract/errorHelp.ts',
    'worker/contract/documentation.ts',
    'worker/contract/openapiSchemas.ts',
    'worker/http/app.test.ts',
    'widget/build.ts',
  ].map(
    (path) =>
      [`refuses ${path}`, { sources: [...sources, path] }, [`${path} is in it, which no request needs.`]] as const,
  ),
] as const)('%s', (_, changed, faults) => {
  expect(faultsOfBundle({ gzipBytes: budgetBytes, sources, ...changed })).toEqual(faults)
})

test('reads the weight of the one file, and the sources that something came from', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bundle-'))
  try {
    const code = 'export default {}\n'.repeat(1000)
    const inputs = { 'worker/index.ts': { bytesInOutput: 10 }, 'worker/cli/dev.ts': { bytesInOutput: 0 } }
    await writeFile(join(folder, 'index.js'), code)
    await writeFile(
      join(folder, 'meta.json'),
      JSON.stringify({ outputs: { 'index.js.map': { inputs: {} }, 'index.js': { inputs } } }),
    )
    const bundle = await readWorkerBundle(folder)
    expect(bundle).toEqual({ gzipBytes: gzipSync(code).length, sources: ['worker/index.ts'] })
    expect(weightOf(bundle)).toBe(`${gzipSync(code).length} bytes gzip of 153,000`)
  } finally {
    await rm(folder, { recursive: true })
  }
})
