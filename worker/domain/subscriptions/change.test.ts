import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { changeSubscription } from './change.ts'
import type { Moment } from './state/transitions.ts'
import { withPrice } from './state/transitions.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'

const price = (total: number) => ({ total, tax: 0, surcharge: 0, shipping: 0 })

describe('changeSubscription', () => {
  test('changeSubscription without a change writes nothing and returns the state', async () => {
    const { newSubscription, services } = await billingFixture()
    const { id, row, eventTypes } = await newSubscription()
    const before = await row()
    const after = await changeSubscription(id, () => null, services())
    expect(after!.subscription).toMatchObject({ id, status: 'active', newMethod: false, version: 0 })
    expect(await row()).toEqual(before)
    expect(await eventTypes()).toEqual(['subscription.created'])
  })

  test('changeSubscription passes time zone and retry days of the account to the decision', async () => {
    const settings = { timeZone: 'Europe/Vienna', subscriptionRetryDays: [2, 4] }
    const { newSubscription, services, clock } = await billingFixture({ settings })
    const { id } = await newSubscription()
    let moment: Moment | undefined
    const before = clock.now()
    await changeSubscription(
      id,
      (_state, now) => {
        moment = now
        return null
      },
      services(),
    )
    expect(moment).toMatchObject({ timeZone: 'Europe/Vienna', retryDays: [2, 4] })
    expect(moment!.now).toBeGreaterThanOrEqual(before)
  })

  test('ten concurrent changes of a subscription are all stored', async () => {
    const { newSubscription, services } = await billingFixture()
    const { id, row, eventTypes } = await newSubscription()
    await Promise.all(
      Array.from({ length: 10 }, () =>
        changeSubscription(
          id,
          (state, moment) => withPrice(state, price(state.subscription.total + 100), moment),
          services(),
        ),
      ),
    )
    expect(await row()).toMatchObject({ total: 2000, version: 10 })
    expect(await eventTypes()).toEqual(['subscription.created', ...Array(10).fill('subscription.updated')])
  })

  test('a change of a subscription that is stale forty times is rejected with unavailable', async () => {
    const { newSubscription, services } = await billingFixture()
    const { id } = await newSubscription()
    const needs = services()
    let [writes, reads] = [0, 0]
    const subscriptions = {
      find: (of: string) => {
        reads++
        return needs.subscriptions.find(of)
      },
      update: () => {
        writes++
        return Promise.resolve('stale' as const)
      },
    }
    const change = changeSubscription(id, (state, moment) => withPrice(state, price(1), moment), {
      ...needs,
      subscriptions,
    })
    expect(await thrownErrors(change)).toEqual([{ type: 'unavailable' }])
    expect([writes, reads]).toEqual([40, 40])
  })

  test('changeSubscription of an unknown subscription returns null', async () => {
    const { services } = await billingFixture()
    expect(await changeSubscription('unknown', () => null, services())).toBeNull()
  })

  test.each(['customer_not_found', 'wallet_not_found', 'wallet_not_of_customer'] as const)(
    'a change that the store rejects with %s is rejected with an error for wallet',
    async (reason) => {
      const { newSubscription, services } = await billingFixture()
      const { id } = await newSubscription()
      const needs = services()
      const subscriptions = replaceFunctions(needs.subscriptions, { update: () => Promise.resolve(reason) })
      const change = changeSubscription(id, (state, moment) => withPrice(state, price(1), moment), {
        ...needs,
        subscriptions,
      })
      expect(await thrownErrors(change)).toEqual([{ type: reason, field: 'wallet' }])
    },
  )
})
