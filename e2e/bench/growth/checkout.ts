import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../../../worker/cli/repository.ts'

/** A folder with the code of one build. */
export interface Checkout {
  readonly name: string
  readonly folder: string
  close(): Promise<void>
}

const run = (folder: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/** The build in this folder. */
export const thisCheckout: Checkout = { name: 'here', folder: repository, close: async () => undefined }

const metered = 'worker/testing/workers/metered'

/** Files that an older revision may lack, and where it has them. */
const meteredWorker = [
  [`${metered}/olderEntry.ts`, `${metered}/entry.ts`],
  ...[
    `${metered}/controls.ts`,
    `${metered}/liveSimulator.ts`,
    `${metered}/usage.ts`,
    'worker/testing/database/interceptD1.ts',
    'worker/testing/database/measuredDatabase.ts',
  ].map((path) => [path, path] as const),
] as const

/**
 * Checks out and builds a revision in a temporary folder, with the installed packages of this one.
 *
 * @throws Error for an unknown revision, or one that does not build
 */
export const checkOut = async (revision: string): Promise<Checkout> => {
  const name = run(repository, 'git', 'rev-parse', '--short', `${revision}^{commit}`)
  const parent = await mkdtemp(join(tmpdir(), 'sluice-revision-'))
  const folder = join(parent, name)
  const close = async () => {
    run(repository, 'git', 'worktree', 'remove', '--force', folder)
    await rm(parent, { recursive: true, force: true })
  }
  run(repository, 'git', 'worktree', 'add', '--detach', folder, name)
  try {
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
    run(folder, 'npm', 'run', '--silent', 'build')
    for (const [from, to] of meteredWorker) await cp(join(repository, from), join(folder, to))
    return { name, folder, close }
  } catch (error) {
    await close()
    throw error
  }
}
