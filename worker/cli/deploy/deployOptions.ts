import { parseArgs } from 'node:util'
import { answerHelp, CliError } from '../cliError.ts'

const usage = `npm run deploy -- --url https://pay.example.com   (the URL of the deployed gateway)
npm run deploy -- --first                         (the first deploy)
  --dry-run    builds and bundles, and changes nothing on Cloudflare

Pages may pin a version of the script, and a deploy replaces all files. The versions that the gateway serves now are
fetched and deployed again, if worker/cli/deploy/versions.json lists them.`

export interface DeployOptions {
  /** The URL of the deployed gateway; null for the first deploy. */
  readonly url: string | null
  readonly isDryRun: boolean
}

/** @throws CliError if the arguments are not those of `npm run deploy` */
export const readDeployOptions = (args: string[]): DeployOptions => {
  answerHelp(args, usage)
  const options = { url: { type: 'string' }, first: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const
  try {
    const { values } = parseArgs({ args, options })
    if ((values.url === undefined) !== (values.first === true)) throw new Error('Either --url or --first is required.')
    return { url: values.url ?? null, isDryRun: values['dry-run'] === true }
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** One line about the migrations of a database, in their order. */
export const migrationsSummary = (binding: string, names: readonly string[]): string =>
  `${binding}: the deploy applies those of ${names.length} migrations that the database does not have, up to ${names.at(-1)}`
