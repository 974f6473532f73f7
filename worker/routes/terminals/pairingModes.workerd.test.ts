import { expect, test } from 'vitest'
import { closeCodes, deviceLimits, devicePath, pairingAddress } from '#contract/terminals/device'
import { requestPairingCode } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  codeInvalid,
  register,
  registerShown,
  registrationFixture,
} from '../../testing/fixtures/registrationFixture.ts'

const { fetch, setUp } = registrationFixture()

type Mode = 'test' | 'live'
const modes = ['test', 'live'] as const
const deviceId = 'ABCD1234'

/** How a registration refers to the device that shows a code, by the code and the device id. */
const codes = ['right', 'wrong'] as const
const deviceIds = {
  right: deviceId,
  'in lower case': deviceId.toLowerCase(),
  none: undefined,
  wrong: 'ABCD1235',
} as const

const cases = modes.flatMap((key) =>
  modes.flatMap((device) =>
    codes.flatMap((code) =>
      (Object.keys(deviceIds) as (keyof typeof deviceIds)[]).map((id) => ({ key, device, code, id })),
    ),
  ),
)

/** A code in the format of devices that differs from a shown one. */
const otherThan = (code: string): string => (code.startsWith('2') ? '3' : '2') + code.slice(1)

test.each(cases)(
  'a $key key that registers the $code code of a $device device with the device id: $id',
  async ({ key, device, code, id }) => {
    const { merchant, call } = await setUp({ mode: key })
    const shown = await requestPairingCode(fetch, { deviceId }, pairingAddress(device))
    const given = deviceIds[id] === undefined ? {} : { deviceId: deviceIds[id] }
    if (key === device && code === 'right' && id !== 'wrong') {
      const { terminal } = await registerShown(call, shown, given)
      expect(terminal).toMatchObject({ make: 'Acme', serialNumber: 'A-1' })
      return
    }
    const response = await register(call, code === 'right' ? shown.code : otherThan(shown.code), given)
    // Refused and wrong codes look alike: as unknown ones, which are simulated terminals in test mode.
    if (key === 'live') expect(firstError(response)).toEqual(codeInvalid)
    else expect(response.json.terminals).toMatchObject([{ make: 'Sluice', model: 'Simulated reader' }])
    expect(shown.line.unread).toEqual([])
    expect(await merchant.rows('SELECT attempts FROM codeAttempts WHERE account = ?', merchant.id)).toEqual([
      { attempts: 1 },
    ])
    // The device waits on, for its own mode.
    const owner = await setUp({ mode: device })
    await registerShown(owner.call, shown, { deviceId })
  },
)

test.each<[Mode]>([['test'], ['live']])(
  'a %s code ends after three registrations with a wrong device id',
  async (mode) => {
    const { call } = await setUp({ mode })
    const { line, code } = await requestPairingCode(fetch, { deviceId }, pairingAddress(mode))
    for (let times = 0; times < deviceLimits.codeTries; times++)
      await register(call, code, { deviceId: `0000000${times}` })
    expect(await line.closed).toBe(closeCodes.codeExpired)
    expect(firstError(await register(call, code, { deviceId }))).toEqual(codeInvalid)
  },
)

test('a device without a mode in its address shows a code of test mode', async () => {
  const { call } = await setUp({ mode: 'test' })
  await registerShown(call, await requestPairingCode(fetch, {}, devicePath))
})
