import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { CliError, runCommand } from '../cliError.ts'
import { run } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'

/** Every folder with a tsconfig.json. */
export const typeProjects = (): string[] =>
  globSync(['**/tsconfig.json', 'docs/.vitepress/tsconfig.json'], {
    cwd: repository,
    exclude: ['**/node_modules', 'dist'],
  })
    .map((file) => dirname(file))
    .toSorted()

/**
 * Files of the build that a type check has read. There must be none, so that editors work in a fresh clone.
 *
 * @param listed output of `tsc --listFiles`
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
  if (code !== 0) throw new CliError(errors.join('\n'))
  const built = builtFilesIn(output)
  if (built.length > 0) throw new CliError(`The types of ${project} need a build first, for ${built.join(', ')}.`)
}

// `node worker/cli/verify/types.ts [project…]`: all projects in parallel by default.
if (import.meta.main)
  await runCommand(async () => {
    const named = process.argv.slice(2)
    await Promise.all((named.length > 0 ? named : typeProjects()).map(checkTypes))
  })
