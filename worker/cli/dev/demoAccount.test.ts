import { expect, test } from 'vitest'
import { parseApiKey } from '../../domain/apiKeys/format.ts'
import { demoAccount } from './demoAccount.ts'

test.each([
  ['secretKey', 'sk'],
  ['publishableKey', 'pk'],
] as const)('the demo account’s live %s is a well-formed live key of the first shard', (name, kind) => {
  expect(parseApiKey(demoAccount.live[name])).toEqual({ kind, mode: 'live', shard: '00' })
})

test.each([
  ['secretKey', 'sk'],
  ['publishableKey', 'pk'],
] as const)('the demo account’s %s is a well-formed test key of the first shard', (name, kind) => {
  expect(parseApiKey(demoAccount[name])).toEqual({ kind, mode: 'test', shard: '00' })
})
