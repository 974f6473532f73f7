import { expect, test } from 'vitest'
import { logIn, pairDevice } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call, MerchantOptions } from '../../testing/merchant.ts'

const { as, fetch } = startWorker()

const setUp = async (options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  return { merchant, call: as(merchant.secretKey) }
}

/** A paired reader that is logged in. */
const readerOf = async (call: Call, body: object = {}) => {
  const device = await pairDevice(fetch, call, body)
  return { device, ...(await logIn(fetch, device)) }
}

test('nobody acts as the shopper in live mode', async () => {
  const { call } = await setUp({ mode: 'live' })
  const { device, line } = await readerOf(call)
  for (const id of [device.terminal, crypto.randomUUID()])
    expect(firstError(await call('POST', `/v1/terminals/${id}/simulate`, { body: { action: 'present' } }))).toEqual([
      403,
      'mode_mismatch',
      null,
    ])
  line.close()
})

test('acting as the shopper is rejected at a reader that is a real one', async () => {
  const { call } = await setUp()
  const { terminal } = await pairDevice(fetch, call)
  for (const action of ['present', 'cancel', 'remove', 'offline']) {
    const rejected = await call('POST', `/v1/terminals/${terminal}/simulate`, { body: { action } })
    expect(firstError(rejected)).toEqual([409, 'invalid_state', null])
    expect(rejected.json.errors[0].message.details).toMatchObject({ state: 'pending' })
  }
})
