import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Complaint } from './complaint.ts'
import { run, start, type Running } from './processes.ts'
import { inRepository, repository } from './repository.ts'

/** Where a local gateway lives. */
export type Place = {
  /** A wrangler configuration file. */
  config: string
  /** The folder that keeps the databases; wrangler's --persist-to. */
  state: string
}

/** wrangler without questions, reports, or debug logs outside the state folder (its default is in the home folder). */
const quiet = (state: string): NodeJS.ProcessEnv => ({
  CI: '1',
  NO_COLOR: '1',
  // Node warns when it finds both.
  FORCE_COLOR: undefined,
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_LOG_PATH: join(state, 'logs'),
  // Local runs ask nobody outside where they are.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
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
  if (code !== 0) throw new Complaint(`${failure}\n${output}`)
}

/** Runs SQL statements on a database, named by its binding. */
export const executeSql = async (binding: string, sql: string, place: Place): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-sql-'))
  const file = join(folder, 'statements.sql')
  try {
    await writeFile(file, sql)
    await d1(['execute', binding, '--yes', '--file', file], place, `${binding} refused the statements:`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const migrationsFolder = inRepository('worker/store/migrations')

/** All migrations as one file, and wrangler's own list of those that are applied. */
const allMigrations = async (): Promise<string> => {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).toSorted()
  const files = await Promise.all(names.map((name) => readFile(join(migrationsFolder, name), 'utf8')))
  return [
    'CREATE TABLE d1_migrations (',
    'id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);',
    ...files,
    ...names.map((name) => `INSERT INTO d1_migrations (name) VALUES ('${name}');`),
  ].join('\n')
}

/** Brings a database, named by its binding, to the newest numbered migration. Those applied before are left alone. */
export const applyMigrations = async (binding: string, place: Place): Promise<void> => {
  // In one transaction, since wrangler starts a runtime for each file: the first start took twice as long.
  if (!existsSync(join(place.state, 'v3', 'd1'))) await executeSql(binding, await allMigrations(), place)
  // It has nothing to do then, and would say so if it saw that otherwise.
  await d1(['migrations', 'apply', binding], place, `The migrations of ${binding} could not be applied:`)
}

export type WorkerOptions = {
  port: number
  /** A file of variables that are given to the worker as its secrets. */
  envFile: string
  /** More variables, in plain sight of who looks at the list of processes. */
  vars?: Record<string, string>
  /** Receives everything that the worker and its runtime print. */
  onOutput: (chunk: string) => void
}

/** Starts the worker on the local runtime at `http://localhost:<port>`. */
export const startWorker = (place: Place, { port, envFile, vars = {}, onOutput }: WorkerOptions): Running =>
  start({
    ...command(
      `dev --ip localhost --port ${port} --inspector-port 0 --show-interactive-dev-session=false`
        .split(' ')
        .concat('--config', place.config, '--persist-to', place.state, '--env-file', envFile)
        .concat(Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`])),
      place.state,
    ),
    onOutput,
  })
