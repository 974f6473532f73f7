import { scopes } from '#contract/scopes'
import type { Scope } from '#contract/scopes'
import { mintApiKey } from '../../domain/apiKeys/format.ts'
import type { KeyKind } from '../../domain/apiKeys/format.ts'
import { kindCodes } from '../../domain/apiKeys/kinds.ts'
import { liveWarning } from '../../domain/apiKeys/liveWarning.ts'
import { decodeRouting } from '../../store/accounts/routing.ts'
import { CliError, runCommand } from '../cliError.ts'
import { query } from '../wrangler/database.ts'
import { readOptions } from '../options.ts'
import { keyAuditSql, keySql, routingSql } from './accountSql.ts'

const usage = `npm run key:create -- --account <id> [--kind secret|publishable|restricted] [--mode test|live]
                      [--scopes transactions:read,...] [--remote] [--shard 00]

A secret key has all scopes but those of the team, a publishable key creates tokens only and may be in pages, a restricted key has the given --scopes.
The local database of npm run dev is used (elsewhere with --state <folder>), or with --remote the deployed one.`

const kinds: Readonly<Record<string, KeyKind>> = kindCodes

const readScopes = (text: string | undefined, kind: KeyKind): Scope[] | undefined => {
  if (kind !== 'rk') {
    if (text !== undefined) throw new CliError('Only restricted keys take --scopes.')
    return undefined
  }
  const chosen = (text ?? '').split(',').filter(Boolean)
  const unknown = chosen.find((scope) => !(scopes as readonly string[]).includes(scope))
  if (unknown !== undefined || chosen.length === 0)
    throw new CliError(`--scopes must be a list of:\n  ${scopes.join('\n  ')}`)
  return chosen as Scope[]
}

const create = async (): Promise<void> => {
  const { values, target } = readOptions(['account', 'kind', 'mode', 'scopes'], usage)
  const { account, mode = 'test' } = values
  const kind = kinds[values.kind ?? 'secret']
  if (kind === undefined || (mode !== 'test' && mode !== 'live') || !/^[0-9A-Za-z-]{1,64}$/.test(account ?? ''))
    throw new CliError(`Account, kind or mode is missing or unknown.\n\n${usage}`)
  const chosen = readScopes(values.scopes, kind)
  const id = account as string
  const [row] = await query(routingSql(id, mode), target)
  if (row === undefined) throw new CliError(`There is no account ${id} in this database.`)

  const key = mintApiKey({ kind, mode, shard: target.shard }).reveal()
  const stored = { id: crypto.randomUUID(), account: id, key, now: Date.now() }
  const created = chosen === undefined ? stored : { ...stored, scopes: chosen }
  await query(`${await keySql(created)}\n${keyAuditSql(created)}`, target)
  console.log(`${key}\n\nIt is shown only once: the database stores its hash.`)
  const warning = liveWarning({ mode, ...decodeRouting(row) })
  if (warning !== null) console.warn(`\nWarning: ${warning}`)
}

await runCommand(async () => {
  if (process.argv[2] !== 'create') throw new CliError(usage)
  await create()
})
