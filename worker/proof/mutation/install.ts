import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../../cli/cliError.ts'
import { run } from '../../cli/wrangler/processes.ts'
import { inRepository } from '../../cli/repository.ts'

const declared = inRepository('worker/proof/mutation/stryker')
/** Within node_modules, where git and the tools that read sources do not look, and where vitest is found by Stryker's runner. */
const installed = inRepository('node_modules/.mutation')

/** npm writes it last. */
const done = join(installed, 'node_modules/.package-lock.json')

const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

const isInstalled = async (): Promise<boolean> => {
  const [lock, wanted] = await Promise.all(
    [installed, declared].map((folder) => read(join(folder, 'package-lock.json'))),
  )
  return lock === wanted && (await read(done)) !== null
}

/** Installs Stryker by its own lock file, where that has not been done. */
export const installStryker = async (): Promise<void> => {
  if (await isInstalled()) return
  await mkdir(installed, { recursive: true })
  await cp(declared, installed, { recursive: true })
  const { code, output } = await run({
    command: 'npm',
    args: ['ci', '--prefix', installed, '--no-audit', '--no-fund'],
    cwd: installed,
  })
  if (code !== 0) throw new CliError(`npm could not install Stryker:\n${output}`)
}

/** A file of one of Stryker's packages. */
export const ofStryker = (path: string): string => join(installed, 'node_modules/@stryker-mutator', path)
