import { mkdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '../cliError.ts'
import { run, start, type Running } from './processes.ts'
import { inRepository, repository } from '../repository.ts'
import { recordArtifact } from './testArtifacts.ts'

/** The configuration and state of a local gateway. */
export type Place = {
  /** A wrangler configuration file. */
  config: string
  /** The folder of the databases; wrangler's --persist-to. */
  state: string
}

const temporaryIn = (state: string): string => {
  const folder = join(state, 'tmp')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** wrangler without prompts, telemetry, or debug logs in the home folder. */
export const quiet = (state: string): NodeJS.ProcessEnv => ({
  CI: '1',
  NO_COLOR: '1',
  // Node warns if both are set.
  FORCE_COLOR: undefined,
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_LOG_PATH: join(state, 'logs'),
  // The runtime's temporary files, such as sent mails, stay with the state if it is killed.
  TMPDIR: temporaryIn(state),
  // No traces of requests: they are never deleted, 25 KB each, and repeat what the log has.
  X_LOCAL_OBSERVABILITY: 'false',
  // No request to look up the location.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  // Compiling wrangler takes a quarter of its start, so Node caches it.
  NODE_COMPILE_CACHE: inRepository('node_modules/.cache/node'),
})

const command = (args: string[], state: string) => ({
  command: process.execPath,
  args: [inRepository('node_modules/wrangler/bin/wrangler.js'), ...args],
  cwd: repository,
  env: quiet(state),
})

const d1 = async (args: string[], place: Place, failure: string): Promise<void> => {
  const { code, output } = await run(
    command(['d1', ...args, '--local', '--persist-to', place.state, '--config', place.config], place.state),
  )
  if (code !== 0) throw new CliError(`${failure}\n${output}`)
}

/** Runs SQL statements on a database, named by its binding. */
export const executeSql = async (binding: string, sql: string, place: Place): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-sql-'))
  const file = join(folder, 'statements.sql')
  try {
    await writeFile(file, sql)
    await d1(['execute', binding, '--yes', '--file', file], place, `${binding} rejected the statements:`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Applies the missing migrations to a database, named by its binding, by wrangler's command. */
export const applyMigrations = (binding: string, place: Place): Promise<void> =>
  d1(['migrations', 'apply', binding], place, `The migrations of ${binding} could not be applied:`)

export type WorkerOptions = {
  port: number
  /** A file with the worker's secrets. */
  envFile: string
  /** More variables, visible in the list of processes. */
  vars?: Record<string, string>
  /** Receives the output of worker and runtime. */
  onOutput: (chunk: string) => void
}

/** Starts the worker on the local runtime at `http://localhost:<port>`. */
export const startWorker = (place: Place, { port, envFile, vars = {}, onOutput }: WorkerOptions): Running =>
  start({
    ...command(
      `dev --ip localhost --port ${port} --inspector-port 0 --show-interactive-dev-session=false --infer-origin-from-routes=false`
        .split(' ')
        .concat('--config', place.config, '--persist-to', place.state, '--env-file', envFile)
        .concat(Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`])),
      place.state,
    ),
    onOutput: recordArtifact(place.state, onOutput),
  })
