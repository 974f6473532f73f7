import { expect, test } from 'vitest'
import { requestPairingCode } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  listTerminals,
  register,
  registerShown,
  registrationFixture,
} from '../../testing/fixtures/registrationFixture.ts'

const { fetch, setUp } = registrationFixture()

const tips = (tipAmounts?: unknown) => ({ configuration: { promptTip: true, tipAmounts } })
const invalidBodies: Readonly<Record<string, readonly [body: object, type: string, field: string]>> = {
  'promptTip without amounts': [tips(), 'tip_amounts_required', 'configuration.tipAmounts'],
  'promptTip with two amounts': [tips([1, 2]), 'tip_amounts_required', 'configuration.tipAmounts'],
  'an amount of 1000000': [tips([1, 2, 1_000_000]), 'out_of_range', 'configuration.tipAmounts[2]'],
  'an amount of 0': [tips([0, 1, 2]), 'out_of_range', 'configuration.tipAmounts[0]'],
  'an amount with three decimals': [tips([1, 2, 1.005]), 'amount_precision_invalid', 'configuration.tipAmounts[2]'],
  'a text as fifth amount': [tips([1, 2, 3, 4, 'x']), 'type_invalid', 'configuration.tipAmounts[4]'],
  'a text as flag': [{ configuration: { keyCard: 'yes' } }, 'type_invalid', 'configuration.keyCard'],
  'a nickname of 21 characters': [{ nickname: 'x'.repeat(21) }, 'length_invalid', 'nickname'],
  'a nickname with a slash': [{ nickname: 'Till/1' }, 'pattern_mismatch', 'nickname'],
  'an empty nickname': [{ nickname: '' }, 'length_invalid', 'nickname'],
  'no nickname': [{ nickname: undefined }, 'required', 'nickname'],
  'a device id of seven characters': [{ deviceId: 'ABC1234' }, 'length_invalid', 'deviceId'],
  'a device id with a dash': [{ deviceId: 'ABC-1234' }, 'pattern_mismatch', 'deviceId'],
}

test('registering a terminal with an invalid body returns 400 and leaves the pairing code valid', async () => {
  const { call } = await setUp()
  const shown = await requestPairingCode(fetch)
  for (const [what, [body, type, field]] of Object.entries(invalidBodies))
    expect(firstError(await register(call, shown.code, body)), what).toEqual([400, type, field])
  expect(await listTerminals(call)).toEqual([])
  await registerShown(call, shown)
})

test('registering a terminal with a missing, empty or too long code returns 400', async () => {
  const { call } = await setUp()
  for (const [code, type] of [
    [undefined, 'required'],
    ['', 'length_invalid'],
    ['x'.repeat(65), 'length_invalid'],
    [234_567, 'type_invalid'],
  ] as const)
    expect(firstError(await register(call, code as string))).toEqual([400, type, 'registrationCode'])
})

test('registering a terminal of a Canadian account without a deviceId returns 400 device_id_required', async () => {
  const { call } = await setUp({ settings: { processingCountry: 'CA' } })
  const shown = await requestPairingCode(fetch)
  expect(firstError(await register(call, shown.code))).toEqual([400, 'device_id_required', 'deviceId'])
  expect(firstError(await register(call, shown.code, { deviceId: 'ABC1234' }))[1]).toBe('length_invalid')
  await registerShown(call, shown, { deviceId: 'ABCD1234' })
})
