import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const built = join(repository, 'dist/package')

/** The name that programs import. */
export const PACKAGE_NAME = '@sluicepay/sluice'

/** Runs a command and returns its output. @throws Error with the output of a failed command */
export const runIn = async (cwd: string, command: string, args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, { cwd }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(error.stdout + error.stderr)
    },
  )
  return stdout
}

/**
 * Makes a folder a merchant's project and installs the npm package into it as a registry would deliver it: packed from dist/package, without
 * network.
 */
export const installPackage = async (folder: string): Promise<void> => {
  if (!existsSync(join(built, 'index.js')))
    throw new Error('There is no dist/package. Run `npm run build`, then this again.')
  const packed = await runIn(repository, 'npm', ['pack', built, '--json', '--pack-destination', folder])
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  await writeFile(join(folder, 'package.json'), '{"name":"shop","type":"module","private":true}')
  await runIn(folder, 'npm', ['install', '--offline', '--no-audit', '--no-fund', '--no-package-lock', `./${filename}`])
}
