import { describe, expect, test } from 'vitest'
import { hashApiKey, mintApiKey } from '../../domain/apiKeys/format.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { cardPayment, tokenPayment, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { bindShards } from './shards.ts'

describe('accounts on two shards', () => {
  test.each(['00', '01'] as const)('account of shard %s has rows on that shard only', async (shard) => {
    const merchant = await createMerchant({ shard })
    const call = startWorker().as(merchant.secretKey)
    const tokenize = async (): Promise<string> =>
      (await call('POST', '/v1/tokens', { key: merchant.publishableKey, body: { creditCard: card() } })).json.token
    // A payment deletes the row of its token.
    await tokenize()
    const paid = (await call('POST', '/v1/transactions/authorize', { body: tokenPayment(await tokenize()) })).json
    expect(paid.responseCode).toBe('00')
    expect((await call('GET', `/v1/transactions/${paid.transactionId}`)).json).toMatchObject({ status: 'authorized' })
    const other = shard === '00' ? bindings.DB_01 : bindings.DB_00
    for (const table of ['tokens', 'transactions', 'operations', 'apiKeys', 'accountKeys']) {
      const count = async (database: D1Database) =>
        await database.prepare(`SELECT count(*) AS n FROM ${table} WHERE account = ?`).bind(merchant.id).first('n')
      expect(await count(merchant.database)).not.toBe(0)
      expect(await count(other)).toBe(0)
    }
  })

  test('transaction of another shard returns 404', async () => {
    const [first, second] = [await createMerchant({ shard: '00' }), await createMerchant({ shard: '01' })]
    const worker = startWorker()
    const { transactionId } = (
      await worker.as(first.secretKey)('POST', '/v1/transactions/authorize', { body: cardPayment() })
    ).json
    expect((await worker.as(second.secretKey)('GET', `/v1/transactions/${transactionId}`)).status).toBe(404)
  })

  test('unavailable shard returns 503 for its accounts and 200 for accounts of the other shard', async () => {
    const [first, second] = [await createMerchant({ shard: '00' }), await createMerchant({ shard: '01' })]
    const worker = startWorker({}, { DB_01: faultyDatabase(bindings.DB_01, () => 'fails before').d1 })
    expect((await worker.as(first.secretKey)('GET', '/v1/account')).status).toBe(200)
    expect((await worker.as(second.secretKey)('GET', '/v1/account')).status).toBe(503)
  })

  test('API key with the code of another shard returns 401', async () => {
    const merchant = await createMerchant({ shard: '00' })
    const misplaced = mintApiKey({ kind: 'sk', mode: 'test', shard: '01' }).reveal()
    await merchant.run('UPDATE apiKeys SET hash = ? WHERE id = ?', await hashApiKey(misplaced), merchant.secretKeyId)
    const response = await startWorker().as(misplaced)('GET', '/v1/account')
    expect(response.status).toBe(401)
    expect(response.json.errors).toMatchObject([{ type: 'key_invalid' }])
  })

  test('API key with the code of an unbound shard returns 401', async () => {
    const response = await startWorker().as(mintApiKey({ kind: 'sk', mode: 'test', shard: '02' }).reveal())(
      'GET',
      '/v1/account',
    )
    expect(response.status).toBe(401)
    expect(response.json.errors).toMatchObject([{ type: 'key_invalid' }])
  })
})

describe('bindShards', () => {
  test.each([
    [['DB_00'], ['00']],
    [
      ['DB_00', 'DB_01', 'DB_ZZ'],
      ['00', '01', 'zz'],
    ],
    [['DB_0A'], ['0a']],
    [['DB', 'DB_0', 'DB_000', 'DB_0a', 'XDB_00', 'ASSETS', 'ROOT_KEYS'], []],
  ])('bindings %j are the shards %j', (names, shards) => {
    expect([...bindShards(Object.fromEntries(names.map((name) => [name, {}]))).keys()]).toEqual(shards)
  })
})
