import { expect, test } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import type { Call, MerchantOptions } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const { as } = startWorker()

const setUp = async (options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  return { merchant, call: as(merchant.secretKey) }
}

const authorize = (call: Call, terminal: object, more: object = {}) =>
  call('POST', '/v1/transactions/authorize', { body: { payment: { terminal }, amount: { value: 12.5 }, ...more } })

test.each(['12345678', crypto.randomUUID()])('%s', async (id) => {
  const { call } = await setUp()
  expect(firstError(await call('GET', `/v1/terminals/${id}`))).toEqual([404, 'not_found', null])
  expect(firstError(await authorize(call, { id }))).toEqual([400, 'terminal_not_found', 'payment.terminal.id'])
  expect(
    firstError(
      await call('POST', '/v1/transactions/credit', {
        body: { payment: { terminal: { id } }, amount: { value: 1 } },
      }),
    ),
  ).toEqual([400, 'terminal_not_found', 'payment.terminal.id'])
})

test('an id that can be none is rejected as such', async () => {
  const { call } = await setUp()
  expect(firstError(await call('GET', '/v1/terminals/short'))).toEqual([400, 'id_invalid', 'Terminal'])
})
