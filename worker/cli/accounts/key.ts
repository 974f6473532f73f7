import { scopes } from '#contract/endpoint'
import type { Scope } from '#contract/endpoint'
import { mintApiKey } from '../../domain/apiKeys/format.ts'
import type { KeyKind } from '../../domain/apiKeys/format.ts'
import { kindCodes } from '../../domain/apiKeys/kinds.ts'
import { liveWarning } from '../../domain/apiKeys/liveWarning.ts'
import { Complaint, runCommand } from '../cliError.ts'
import { query } from '../wrangler/database.ts'
import { readOptions } from '../options.ts'
import { keySql } from './accountSql.ts'

const usage = `npm run key:create -- --account <id> [--kind secret|publishable|restricted] [--mode test|live]
                      [--scopes transactions:read,...] [--remote] [--shard 00]

A secret key may do everything, a publishable one only make tokens (it stands in pages), a restricted one what --scopes
says. Without --remote the database of npm run dev is meant, with it the deployed one.`

const kinds: Readonly<Record<string, KeyKind>> = kindCodes

const readScopes = (text: string | undefined, kind: KeyKind): Scope[] | undefined => {
  if (kind !== 'rk') {
    if (text !== undefined) throw new Complaint('Only restricted keys take --scopes.')
    return undefined
  }
  const chosen = (text ?? '').split(',').filter(Boolean)
  const unknown = chosen.find((scope) => !(scopes as readonly string[]).includes(scope))
  if (unknown !== undefined || chosen.length === 0)
    throw new Complaint(`--scopes takes some of:\n  ${scopes.join('\n  ')}`)
  return chosen as Scope[]
}

const create = async (): Promise<void> => {
  const { values, target } = readOptions(['account', 'kind', 'mode', 'scopes'], usage)
  const { account, mode = 'test' } = values
  const kind = kinds[values.kind ?? 'secret']
  if (kind === undefined || (mode !== 'test' && mode !== 'live') || !/^[0-9A-Za-z-]{1,64}$/.test(account ?? ''))
    throw new Complaint(`Which account, which kind, which mode?\n\n${usage}`)
  const chosen = readScopes(values.scopes, kind)
  const id = account as string
  const [row] = await query(`SELECT id FROM accounts WHERE id = '${id}'`, target)
  if (row === undefined) throw new Complaint(`There is no account ${id} in this database.`)

  const key = mintApiKey({ kind, mode, shard: target.shard }).reveal()
  const stored = { id: crypto.randomUUID(), account: id, key, now: Date.now() }
  await query(await keySql(chosen === undefined ? stored : { ...stored, scopes: chosen }), target)
  console.log(`${key}\n\nThis is the only time it is shown: the database keeps its hash.`)
  const warning = liveWarning(mode)
  if (warning !== null) console.warn(`\nWarning: ${warning}`)
}

await runCommand(async () => {
  if (process.argv[2] !== 'create') throw new Complaint(usage)
  await create()
})
