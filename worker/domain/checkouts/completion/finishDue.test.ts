import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { payBody } from '#contract/checkouts/pay'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { newCheckout, issueNonce, pay, accountRows } from '../../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { completeDueCheckouts } from './finishDue.ts'
import { findCheckout } from '../get.ts'
import { payCheckout } from '../pay/pay.ts'
import { replaceFunctions } from '../../../testing/doubles/replaceFunctions.ts'

describe('completion by the sweep', () => {
  test('the sweep completes a paid checkout whose request crashed before the completion', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const services = fixture.services()
    const body = { nonce: await issueNonce(fixture, id), locale: 'en', payment: { creditCard: card() }, answers: {} }
    await payCheckout(await findCheckout(id, services), v.parse(payBody(), parseKeepingNumbers(JSON.stringify(body))), {
      ...services,
      checkouts: replaceFunctions(services.checkouts, { complete: () => Promise.reject(new Error('crashed')) }),
    })
    expect(fixture.warnings).toEqual(['checkout_not_completed'])
    expect(await accountRows(fixture, 'customers')).toEqual([])
    fixture.clock.advance(60_001)
    expect(await completeDueCheckouts(fixture.sweepServices())).toEqual({ checkoutsCompleted: 1 })
    expect(await accountRows(fixture, 'customers')).toHaveLength(1)
    expect(await completeDueCheckouts(fixture.sweepServices())).toEqual({ checkoutsCompleted: 0 })
  })

  test('the sweep does not complete a checkout whose payment has no outcome', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    fixture.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { state } = await pay(fixture, id)
    expect(['processing', 'open']).toContain(state.status)
    fixture.clock.advance(120_000)
    expect(await completeDueCheckouts(fixture.sweepServices())).toEqual({ checkoutsCompleted: 0 })
    expect(await accountRows(fixture, 'customers')).toEqual([])
  })
})
