import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../../cli/cliError.ts'
import { inTempDir } from '../../cli/verify/tempDir.ts'
import { runModel } from '../mutants/runModel.ts'
import { draw } from './lines.ts'
import { rooms } from './rooms.ts'

/** A mutant of Stryker's report, with its file. Lines and columns count from 1. */
interface ReportedMutant {
  readonly file: string
  readonly source: string
  readonly status: string
  readonly mutatorName: string
  readonly replacement: string
  readonly location: Record<'start' | 'end', { readonly line: number; readonly column: number }>
}

/** Models in Node: without Durable Objects, so none runs the code of webhooks. */
const models = ['payments', 'billing', 'checkouts', 'account']

const usage = `npm run mutation:histories -- --report <file> [--seed <number>] [--count <number>] [--histories <number>]
  Runs the random histories on mutants that npm run mutation has drawn.
  --count <number>       number of drawn mutants of each folder (default 10)
  --histories <number>   histories of each model on each mutant, until one breaks an invariant (default 100)`

const readReport = (file: string): ReportedMutant[] => {
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as {
    files: Record<string, { source: string; mutants: Omit<ReportedMutant, 'file' | 'source'>[] }>
  }
  return Object.entries(files).flatMap(([name, { source, mutants }]) =>
    mutants
      .filter(({ status }) => ['Killed', 'Survived', 'NoCoverage', 'Timeout'].includes(status))
      .map((mutant) => Object.assign(mutant, { file: name, source })),
  )
}

const offsetOf = (source: string, { line, column }: { readonly line: number; readonly column: number }): number =>
  source
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, text) => sum + text.length + 1, column - 1)

const patchOf = ({ file, source, replacement, location: { start, end } }: ReportedMutant) => ({
  file,
  from: source,
  to: source.slice(0, offsetOf(source, start)) + replacement + source.slice(offsetOf(source, end)),
})

/** The first model whose histories fail on the mutant, by an invariant or an error; null for none. */
const caughtBy = async (mutant: ReportedMutant, histories: number, folder: string): Promise<string | null> => {
  const patches = join(folder, 'patches.json')
  writeFileSync(patches, JSON.stringify([patchOf(mutant)]))
  for (const model of models) if ((await runModel(model, patches, histories)).message !== '') return model
  return null
}

/** Prints how many of the mutants that `npm run mutation` has drawn the random histories catch. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      report: { type: 'string' },
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '10' },
      histories: { type: 'string', default: '100' },
    },
  })
  if (values.report === undefined) throw new CliError(usage)
  const all = readReport(values.report)
  for (const model of models) {
    const { message } = await runModel(model)
    if (message !== '') throw new CliError(`The ${model} model fails without a mutant: ${message}`)
  }
  for (const { root } of rooms.filter(({ hasObjects }) => !hasObjects)) {
    const drawn = draw(
      all.filter(({ file }) => file.startsWith(`${root}/`)),
      Number(values.count),
      Number(values.seed),
    )
    let caught = 0
    for (const mutant of drawn) {
      const model = await inTempDir((folder) => caughtBy(mutant, Number(values.histories), folder))
      if (model !== null) caught++
      const { file, location, mutatorName, status } = mutant
      console.log([model ?? 'none', status, `${file}:${location.start.line}`, mutatorName].join('\t'))
    }
    console.log(`${root}: the histories caught ${caught} of ${drawn.length} mutants`)
  }
})
