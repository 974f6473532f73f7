import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { Complaint, runCommand } from '../cliError.ts'
import { run } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'

/** Every folder with a tsconfig.json. */
export const typeProjects = (): string[] =>
  globSync('**/tsconfig.json', { cwd: repository, exclude: ['node_modules', 'dist'] })
    .map((file) => dirname(file))
    .toSorted()

/**
 * Files of the build that a type check has read. There may be none: types hold, and an editor works, in a clone in which nothing was built.
 *
 * @param listed what `tsc --listFiles` has printed
 */
export const builtFilesIn = (listed: string): string[] =>
  listed.split('\n').filter((line) => line.startsWith(inRepository('dist/')))

const checkTypes = async (project: string): Promise<void> => {
  const { code, output } = await run({
    command: process.execPath,
    args: [inRepository('node_modules/typescript/bin/tsc'), '--project', project, '--listFiles', '--pretty', 'false'],
    cwd: repository,
  })
  const errors = output.split('\n').filter((line) => !line.startsWith('/'))
  if (code !== 0) throw new Complaint(errors.join('\n'))
  const built = builtFilesIn(output)
  if (built.length > 0) throw new Complaint(`The types of ${project} need a build first, for ${built.join(', ')}.`)
}

// `node worker/cli/verify/types.ts [project…]`: without a project all of them, side by side.
if (import.meta.main)
  await runCommand(async () => {
    const named = process.argv.slice(2)
    await Promise.all((named.length > 0 ? named : typeProjects()).map(checkTypes))
  })
