import { expect, test } from 'vitest'
import { pairingAddress } from '#contract/terminals/device'
import { pairDevice } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import { terminalRequests } from '../../testing/fixtures/terminalRequests.ts'

const { connectTerminal, fetch, setUp } = terminalRequests()

test('simulating a shopper in live mode returns 403 mode_mismatch', async () => {
  const { call } = await setUp({ mode: 'live' })
  const { device, line } = await connectTerminal(call, {}, pairingAddress('live'))
  for (const id of [device.terminal, crypto.randomUUID()])
    expect(firstError(await call('POST', `/v1/terminals/${id}/simulate`, { body: { action: 'present' } }))).toEqual([
      403,
      'mode_mismatch',
      null,
    ])
  line.close()
})

test('simulating a shopper at a terminal with a device returns 409 invalid_state', async () => {
  const { call } = await setUp()
  const { terminal } = await pairDevice(fetch, call)
  for (const action of ['present', 'cancel', 'remove', 'offline']) {
    const rejected = await call('POST', `/v1/terminals/${terminal}/simulate`, { body: { action } })
    expect(firstError(rejected)).toEqual([409, 'invalid_state', null])
    expect(rejected.json.errors[0].message.details).toMatchObject({ state: 'pending' })
  }
})
