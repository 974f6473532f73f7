import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, runCommand } from '../../cliError.ts'
import { run } from '../../wrangler/processes.ts'
import { inRepository, repository } from '../../repository.ts'
import { recordSizes, sizeFaults, sizeTable, type Budgets } from './budgets.ts'
import { measureWidgets } from './measureSizes.ts'
import { inTempDir } from '../tempDir.ts'
import { bundleFaults, readWorkerBundle, type WorkerBundle } from './workerBundle.ts'

/** The worker as `npm run deploy` would upload it. */
const bundleWorker = (): Promise<WorkerBundle> =>
  inTempDir(async (folder) => {
    const wrangler = inRepository('node_modules/wrangler/bin/wrangler.js')
    const { code, output } = await run({
      command: process.execPath,
      args: [wrangler, 'deploy', '--dry-run', '--outdir', folder, '--metafile', join(folder, 'meta.json')],
      cwd: repository,
      env: { WRANGLER_SEND_METRICS: 'false' },
    })
    if (code !== 0) throw new CliError(`wrangler deploy --dry-run failed:\n${output}`)
    return readWorkerBundle(folder)
  })

// `npm run budgets` compares the build with worker/cli/verify/sizes/budgets.json; --record records the current sizes.
await runCommand(async () => {
  const file = inRepository('worker/cli/verify/sizes/budgets.json')
  const budgets = JSON.parse(await readFile(file, 'utf8')) as Budgets
  const bundle = await bundleWorker()
  const sizes = { 'worker, gzip': bundle.gzipBytes, ...(await measureWidgets()) }
  const isRecording = process.argv.includes('--record')
  const compared = isRecording ? recordSizes(sizes, budgets) : budgets
  if (isRecording) await writeFile(file, `${JSON.stringify(compared, null, 2)}\n`)
  console.log(sizeTable(sizes, compared).join('\n'))
  const faults = [...bundleFaults(bundle), ...sizeFaults(sizes, compared)]
  if (faults.length > 0) throw new CliError(faults.join('\n'))
})
