import { dirname, parse } from 'node:path'
import { run } from '../wrangler/processes.ts'
import { repository } from '../repository.ts'

const git = async (...args: string[]): Promise<string[] | undefined> => {
  const { code, output } = await run({ command: 'git', args, cwd: repository })
  return code === 0 ? output.split('\n').filter(Boolean) : undefined
}

/** The commit where the branch left main; on main, or without a main, the last commit. */
export const branchPoint = async (): Promise<string> => {
  for (const main of ['origin/main', 'main']) {
    const [commit] = (await git('merge-base', main, 'HEAD')) ?? []
    if (commit !== undefined) return commit
  }
  return 'HEAD'
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
