import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Loaded ahead of every Node process of an operator in a test (NODE_OPTIONS). Where that process is wrangler, it acts in its place on a
 * Cloudflare account that is the folder CLOUDFLARE: databases are real, deploys and secrets are noted. Where it is the build, it does nothing,
 * since the copy of the repository is built. Plain JavaScript, since it precedes everything.
 */

const account = process.env['CLOUDFLARE'] ?? ''
const [, program = '', ...args] = process.argv

const print = (text) => void writeSync(1, `${text}\n`)

const stop = (text) => {
  writeSync(2, `The stand-in for wrangler: ${text}\n`)
  process.exit(1)
}

const valueOf = (name) => {
  const joined = args.find((arg) => arg.startsWith(`${name}=`))
  return joined ? joined.slice(name.length + 1) : args[args.indexOf(name) + 1]
}
const has = (name) => args.some((arg) => arg === name || arg.startsWith(`${name}=`))

/** The state folder of `npm run dev` has the local database. Any other has databases of its own, which are created when they are used. */
const localPlace = () => {
  const state = has('--persist-to') ? basename(valueOf('--persist-to')) : 'state'
  return state === 'state' ? 'local' : `local-${state}`
}

/** The binding of the first shard and its database have one file, on Cloudflare and in local runs. */
const fileOf = (name) => {
  const place = has('--local') ? localPlace() : 'deployed'
  return `${account}/${place}-${name === 'DB_00' ? 'sluice-00' : name}.sqlite`
}

const open = (name) => {
  const file = fileOf(name)
  if (!existsSync(file) && !(has('--local') && localPlace() !== 'local')) stop(`there is no database ${name}.`)
  return new DatabaseSync(file)
}

/** The statements of a command, which has no triggers. */
const statementsOf = (sql) => (sql.match(/(?:'(?:[^']|'')*'|[^;'])+/g) ?? []).filter((statement) => statement.trim())

/** Runs statements; the rows are those of the last one. */
const execute = (name) => {
  const database = open(name)
  if (has('--file')) return database.exec(readFileSync(valueOf('--file'), 'utf8'))
  const results = statementsOf(valueOf('--command')).map((sql) => ({
    results: database.prepare(sql).all(),
    success: true,
  }))
  print(JSON.stringify(results, null, 2))
}

const quoted = (value) => {
  if (value === null) return 'NULL'
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/** Without transactions and in the order of D1: tables, data, then indexes and triggers. */
const exportTo = (name) => {
  const database = open(name)
  const objects = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  const tables = objects.filter(({ type }) => type === 'table')
  const others = objects.filter(({ type }) => type !== 'table')
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => `INSERT INTO "${name}" VALUES (${Object.values(row).map(quoted).join(', ')});`),
  )
  const statements = [
    'PRAGMA defer_foreign_keys=TRUE;',
    ...(has('--no-schema') ? [] : tables.map(({ sql }) => `${sql};`)),
    ...(has('--no-data') ? [] : rows),
    ...(has('--no-schema') ? [] : others.map(({ sql }) => `${sql};`)),
  ]
  writeFileSync(valueOf('--output'), `${statements.join('\n')}\n`)
}

const secretsFile = `${account}/secrets`
const secrets = () => (existsSync(secretsFile) ? readFileSync(secretsFile, 'utf8') : '').split('\n').filter(Boolean)

const commands = {
  login: () => print('Successfully logged in.'),
  deploy: () => print(`Deployed ${args.slice(1).join(' ')}`),
  rollback: () => print('The worker was rolled back.'),
  tail: () => {},
  'versions list': () => print('Version 2, Version 1'),
  'deployments list': () => print('Version 2, Version 1'),
  'secret put': () => {
    const value = readFileSync(0, 'utf8').trim()
    if (value === '') stop(`the secret ${args[2]} has no value.`)
    appendFileSync(secretsFile, `${args[2]}\n`)
  },
  'secret list': () => print(JSON.stringify(secrets().map((name) => ({ name })))),
  'secret delete': () => {},
  'd1 create': () => {
    if (!existsSync(fileOf(args[2]))) new DatabaseSync(fileOf(args[2])).close()
    print('"database_id": "6f2c1d8e-0b1a-4c3d-9e5f-7a8b9c0d1e2f"')
  },
  'd1 execute': () => execute(args[2]),
  'd1 export': () => exportTo(args[2]),
  'd1 migrations': () => {
    if (!['apply', 'list'].includes(args[2])) stop(`no command migrations ${args[2]}.`)
    open(args[3]).close()
    print('No migrations to apply!')
  },
  'd1 time-travel': () => {
    if (!['info', 'restore'].includes(args[2])) stop(`no command time-travel ${args[2]}.`)
    copyFileSync(fileOf(args[3]), fileOf(`${args[3]}-before`))
  },
}

const file = basename(program)
if (/^wrangler(\.js)?$/.test(file) && account !== '') {
  const command = commands[`${args[0]} ${args[1]}`] ?? commands[args[0]]
  if (!command) stop(`no command ${args.join(' ')}.`)
  command()
  process.exit(0)
}
// The repository of the reader is built.
if (program.endsWith('vite/bin/vite.js') && args[0] === 'build') process.exit(0)
