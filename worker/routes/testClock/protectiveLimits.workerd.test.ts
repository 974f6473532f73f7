import { expect, test } from 'vitest'
import { runDurableObjectAlarm } from 'cloudflare:test'
import { closeCodes } from '#contract/terminals/device'
import { rateLimits } from '#contract/rateLimits'
import { pairingStub, requestPairingCode } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import { codeInvalid, register, registerShown } from '../../testing/fixtures/registrationFixture.ts'
import type { Call } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { countingLimiter } from '../../testing/runtime/countingLimiter.ts'

/**
 * Limits and expiries that protect count by real time, whatever the account's test clock shows. All others follow the test clock, since a
 * merchant tests with it what time does to payments: tokens, idempotency keys, API keys, checkouts, authorizations, velocity rules.
 */

const jumps = [3600, 86_400, 30 * 86_400]
const jump = async (call: Call, seconds: number) =>
  expect((await call('POST', '/v1/testclock/advance', { body: { seconds } })).status).toBe(200)

interface Protective {
  /** Uses the limit up, or lets the time begin. Returns whether the limit still holds. */
  readonly begin: (call: Call, fetch: (request: Request) => Promise<Response>) => Promise<() => Promise<boolean>>
}

const protective: Readonly<Record<string, Protective>> = {
  'the limit of pairing attempts': {
    begin: async (call) => {
      for (let times = 0; times < rateLimits.codes.quota; times++)
        expect(firstError(await register(call, 'BAD000'))).toEqual(codeInvalid)
      return async () => (await register(call, 'BAD000')).status === 429
    },
  },
  'the ten minutes of a pairing code': {
    begin: async (call, fetch) => {
      const shown = await requestPairingCode(fetch)
      return async () => {
        // It has not expired by the test clock, and its alarm ends it.
        const ended = await runDurableObjectAlarm(pairingStub(shown.code))
        return (
          ended &&
          (await shown.line.closed) === closeCodes.codeExpired &&
          (await register(call, shown.code)).status === 400
        )
      }
    },
  },
  'the limit of look-ups by address': {
    begin: async (call) => {
      const headers = { 'cf-connecting-ip': '198.51.100.77' }
      const ask = () => call('GET', '/v1/account', { key: 'password', headers })
      for (let times = 0; times < rateLimits.authentication.quota; times++) await ask()
      return async () => (await ask()).status === 429
    },
  },
}

test.each(Object.entries(protective))('%s holds by real time while the test clock jumps', async (_what, { begin }) => {
  const worker = startWorker({
    rateLimiters: { authentication: countingLimiter({ quota: rateLimits.authentication.quota, window: 60 }) },
  })
  const call = worker.as((await createMerchant()).secretKey)
  const holds = await begin(call, worker.fetch)
  for (const seconds of jumps) await jump(call, seconds)
  expect(await holds()).toBe(true)
})

test('a pairing code still registers its device after the test clock has jumped', async () => {
  const worker = startWorker()
  const call = worker.as((await createMerchant()).secretKey)
  const shown = await requestPairingCode(worker.fetch)
  await jump(call, 3600)
  await registerShown(call, shown)
})
