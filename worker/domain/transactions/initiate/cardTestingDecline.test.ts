import { expect, test } from 'vitest'
import { authorizeTransaction } from '#contract/transactions/transactions'
import { createToken as createTokenEndpoint } from '#contract/tokens/tokens'
import { findKey } from '../../../store/apiKeys/apiKeys.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { paymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import { createRequestServices } from '../../../testing/fixtures/requestServicesOf.ts'
import { asJson, parseInput } from '../../../testing/domainCalls.ts'
import { hashApiKey } from '../../apiKeys/format.ts'
import { createToken } from '../../tokens/create.ts'
import { authorize } from '../authorize.ts'

const minute = 60_000
/** Not a documented test card, since those are not counted. */
const number = '4539578763621486'

test('the sixth attempt with a card that was declined five times within an hour is declined with G06 and not sent', async () => {
  const { merchant, gateway, database, faultPlan, clock, services, warnings, ledger } = await paymentFixture()
  const key = await findKey({ database }, await hashApiKey(merchant.publishableKey))
  const browser = () => createRequestServices(gateway, { key: key!, database, address: '192.0.2.7' })
  const pay = async () => {
    const { token } = await createToken(parseInput(createTokenEndpoint, { creditCard: card(number) }), browser())
    const body = { payment: { token }, amount: { value: 1 } }
    return asJson(await authorize(parseInput(authorizeTransaction, body), services()))
  }
  const sent = () => ledger.entries().filter(({ type }) => type === 'authorize').length
  for (let times = 0; times < 5; times++) {
    faultPlan.add({ fault: { kind: 'decline', code: '05' }, on: 'authorize' })
    expect(await pay()).toMatchObject({ responseCode: '05' })
  }
  expect(await pay()).toMatchObject({ responseCode: 'G06', authCode: null })
  expect(sent()).toBe(5)
  expect(warnings).toContain('card_testing_card')
  clock.advance(61 * minute)
  expect(await pay()).toMatchObject({ responseCode: '00' })
})
