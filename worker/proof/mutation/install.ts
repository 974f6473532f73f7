import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../../cli/cliError.ts'
import { run } from '../../cli/wrangler/processes.ts'
import { inRepository } from '../../cli/repository.ts'

const packageFolder = inRepository('worker/proof/mutation/stryker')
/** In node_modules, which git and linters ignore, so that Stryker's runner finds vitest. */
const installFolder = inRepository('node_modules/.mutation')

/** The last file that npm writes. */
const installMarker = join(installFolder, 'node_modules/.package-lock.json')

const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

const isInstalled = async (): Promise<boolean> => {
  const [lock, expected] = await Promise.all(
    [installFolder, packageFolder].map((folder) => read(join(folder, 'package-lock.json'))),
  )
  return lock === expected && (await read(installMarker)) !== null
}

/** Installs Stryker by its own lock file, unless it is installed. */
export const installStryker = async (): Promise<void> => {
  if (await isInstalled()) return
  await mkdir(installFolder, { recursive: true })
  await cp(packageFolder, installFolder, { recursive: true })
  const { code, output } = await run({
    command: 'npm',
    args: ['ci', '--prefix', installFolder, '--no-audit', '--no-fund'],
    cwd: installFolder,
  })
  if (code !== 0) throw new CliError(`npm failed to install Stryker:\n${output}`)
}

/** A path in the packages of Stryker. */
export const strykerFile = (path: string): string => join(installFolder, 'node_modules/@stryker-mutator', path)
