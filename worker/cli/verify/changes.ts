import { dirname, parse } from 'node:path'
import { run } from '../wrangler/processes.ts'
import { repository } from '../repository.ts'

const git = async (...args: string[]): Promise<string[] | undefined> => {
  const { code, output } = await run({ command: 'git', args, cwd: repository })
  return code === 0 ? output.split('\n').filter(Boolean) : undefined
}

/** The commit with which changes are compared. */
export interface Base {
  readonly commit: string
  /** The branch that was left there. Null if there is none. */
  readonly branch: string | null
}

/** The commit where the branch left main; on main, or without a main, the last commit. */
export const branchPoint = async (): Promise<Base> => {
  for (const branch of ['origin/main', 'main']) {
    const [commit] = (await git('merge-base', branch, 'HEAD')) ?? []
    if (commit !== undefined) return { commit, branch }
  }
  return { commit: 'HEAD', branch: null }
}

/** One line about a comparison. An old main, or none, explains too many or too few changes. */
export const comparison = ({ commit, branch }: Base, changed: readonly string[]): string => {
  const base = branch === null ? 'the last commit, since there is no branch main' : `${branch} at ${commit.slice(0, 8)}`
  return `Compared with ${base}: ${changed.length === 1 ? '1 file differs' : `${changed.length} files differ`}.`
}

/** Files that differ from a commit, with untracked ones. */
export const changedSince = async (commit: string): Promise<string[]> => [
  ...((await git('diff', '--name-only', commit)) ?? []),
  ...((await git('ls-files', '--others', '--exclude-standard')) ?? []),
]

/** Rooms of the worker in which a folder is named for a noun of the API. */
const nounInPath = /^worker\/(?:contract|domain|store|routes)\/(\w+)\//

/** The tests in a file's folder, or of its name if the folder is a top-level room. */
const besideFile = (file: string): string => {
  const folder = dirname(file)
  return folder.split('/').length > 2 ? `${folder}/` : `${folder}/${parse(file).name}`
}

/**
 * Vitest path filters for changed files: a changed test itself, the tests beside a changed file, and the API tests of the same noun, such as those in worker/routes/transactions for a change in worker/store/transactions.
 */
export const nearbyTests = (changed: readonly string[]): string[] => {
  const paths = new Set<string>()
  for (const file of changed.filter((path) => /^(?:worker|widget)\/.*\.ts$/.test(path))) {
    if (file.endsWith('.test.ts')) {
      paths.add(file)
      continue
    }
    paths.add(besideFile(file))
    const [, noun] = nounInPath.exec(file) ?? []
    if (noun !== undefined) for (const room of ['domain', 'routes']) paths.add(`worker/${room}/${noun}/`)
  }
  return [...paths]
}
