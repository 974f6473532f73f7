import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { initialSettings } from '#contract/accounts/accounts'
import { decodeRouting } from '../../store/accounts/routing.ts'
import { settingsColumn, settingsOfMode } from '../../store/accounts/settingsColumn.ts'
import type { Row } from '../../store/sql/statement.ts'
import { hashApiKey } from '../../domain/apiKeys/format.ts'
import { inRepository } from '../repository.ts'
import { accountSql, routingSql, sandboxSql, settingsSql } from './accountSql.ts'

const migrations = globSync(inRepository('worker/store/migrations/*.sql')).sort()

const setUp = () => {
  const database = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  for (const file of migrations) database.exec(readFileSync(file, 'utf8'))
  const rows = (statement: string) => database.prepare(statement).all()
  rows(accountSql({ id: 'shop', settings: { name: "Ann's ?1" }, own: { live: { tipAtSale: true } }, now: 1 }))
  const read = (mode: 'test' | 'live') =>
    settingsColumn.read(
      rows(`SELECT ${settingsOfMode(`'${mode}'`)} AS settings FROM accounts`)[0]?.['settings'],
      'settings',
    )
  const set = (mode: 'test' | 'live', change: object) => {
    const results = settingsSql({ account: 'shop', mode, change, now: 2 }).map(rows)
    return settingsColumn.read(results.at(-1)?.[0]?.['settings'], 'settings')
  }
  return { rows, read, set }
}

test('a created account has the default settings of each mode, changed by those given', () => {
  const { read } = setUp()
  expect(read('test')).toEqual({ ...initialSettings('test'), name: "Ann's ?1" })
  expect(read('live')).toEqual({ ...initialSettings('live'), name: "Ann's ?1", tipAtSale: true })
})

test('a sandbox has its settings in test mode, a secret and a publishable key of test mode, and no live key', async () => {
  const { rows } = setUp()
  const sandbox = { id: 'sandbox', shared: { name: 'Ann' }, own: { tipAtSale: true }, shard: '00', now: 1 }
  const { sql, secretKey, publishableKey } = await sandboxSql(sandbox)
  for (const statement of sql.split('\n')) rows(statement)
  const keys = rows("SELECT kind, mode, hash FROM apiKeys WHERE account = 'sandbox' ORDER BY kind DESC")
  expect(keys).toEqual([
    { kind: 'sk', mode: 'test', hash: await hashApiKey(secretKey) },
    { kind: 'pk', mode: 'test', hash: await hashApiKey(publishableKey) },
  ])
  expect(rows("SELECT key, action, detail ->> '$.changes.kind.new' AS kind FROM audit ORDER BY id")).toEqual([
    { key: 'operator', action: 'apikey.issued', kind: 'secret' },
    { key: 'operator', action: 'apikey.issued', kind: 'publishable' },
  ])
  const [test, live] = (['test', 'live'] as const).map((mode) =>
    settingsColumn.read(
      rows(`SELECT ${settingsOfMode(`'${mode}'`)} AS settings FROM accounts WHERE id = 'sandbox'`)[0]?.['settings'],
      'settings',
    ),
  )
  expect(test).toEqual({ ...initialSettings('test'), name: 'Ann', tipAtSale: true })
  expect(live).toEqual({ ...initialSettings('live'), name: 'Ann' })
})

test('the rules and connections of an account are read per mode', () => {
  const { rows } = setUp()
  const read = (mode: 'test' | 'live') => decodeRouting(rows(routingSql('shop', mode))[0] as Row)
  expect(read('live')).toEqual({ rules: [], connections: [] })
  for (const [id, mode, disabled] of [
    ['a', 'live', 0],
    ['b', 'live', 1],
    ['c', 'test', 0],
  ])
    rows(`INSERT INTO connections (id, account, mode, processor, label, settings, disabled, created, updated)
          VALUES ('${id}', 'shop', '${mode}', 'acme', 'Shop', '{}', ${disabled}, 0, 0)`)
  rows(`UPDATE accounts SET liveSettings = json_set(liveSettings, '$.routing', json('[{"connection":"a"}]'))`)
  const connections = [
    { id: 'a', disabled: false },
    { id: 'b', disabled: true },
  ]
  expect(read('live')).toEqual({ rules: [{ connection: 'a' }], connections })
  expect(read('test')).toEqual({ rules: [], connections: [{ id: 'c', disabled: false }] })
  expect(rows(routingSql("nobody's", 'live'))).toEqual([])
})

test('the operator changes settings of one mode, of both and the rate tier, and texts are quoted', () => {
  const { rows, read, set } = setUp()
  const change = {
    name: "O'Neill; DROP TABLE accounts -- ?2",
    rateTier: 'tiny',
    legalTexts: { de: { bankDebit: "'?3'" } },
  }
  expect(set('live', change)).toEqual({ ...initialSettings('live'), tipAtSale: true, ...change, version: 1 })
  expect(read('test')).toEqual({
    ...initialSettings('test'),
    name: change.name,
    rateTier: 'tiny',
    version: 1,
  })
  const [row, ...others] = rows('SELECT key, action, detail FROM audit')
  expect(others).toEqual([])
  expect(row).toMatchObject({ key: 'operator', action: 'account.updated' })
  expect(JSON.parse(row?.['detail'] as string)).toMatchObject({
    mode: 'live',
    changes: { rateTier: { old: 'standard', new: 'tiny' } },
  })
})
