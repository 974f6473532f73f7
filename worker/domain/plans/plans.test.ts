import { describe, expect, test } from 'vitest'
import { createSubscription } from '#contract/plans/plans'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { createPlan } from './create.ts'
import { deletePlan } from './delete.ts'
import { listPlans } from './list.ts'

const monthly = (label: string, amount: object = { value: 9.99 }) =>
  parseInput(createSubscription, { label, cycle: { unit: 'month', interval: 1 }, amount })

const page = { pageNumber: 1, pageSize: 10, cursor: null }

describe('plans', () => {
  test('a plan without a currency is created in the default currency and listed', async () => {
    const { services } = await domainFixture({ settings: { defaultCurrency: 978, enabledCurrencies: [840, 978] } })
    const { subscriptions } = await createPlan(monthly('Gold'), services())
    expect(JSON.parse(JSON.stringify(subscriptions))).toEqual([
      {
        id: expect.any(String),
        label: 'Gold',
        cycle: { unit: 'month', interval: 1, dayOfCycle: 0 },
        amount: { value: 9.99, currency: 978 },
        installments: 0,
      },
    ])
    expect((await listPlans(page, services())).subscriptions).toEqual(subscriptions)
  })

  test('a plan in a currency that is not enabled is rejected with enum_invalid', async () => {
    const { services } = await domainFixture({ settings: { defaultCurrency: 840, enabledCurrencies: [840] } })
    expect(await thrownErrors(createPlan(monthly('Gold', { value: 1, currency: 978 }), services()))).toEqual([
      { type: 'enum_invalid', field: 'amount.currency' },
    ])
  })

  test('a plan amount with more decimals than its currency is rejected with amount_precision_invalid', async () => {
    const { services } = await domainFixture({ settings: { defaultCurrency: 392, enabledCurrencies: [392] } })
    expect(await thrownErrors(createPlan(monthly('Gold'), services()))).toMatchObject([
      { type: 'amount_precision_invalid', field: 'amount.value' },
    ])
  })

  test('a second plan with the same label is rejected with already_exists and the id of the first', async () => {
    const { services } = await domainFixture()
    const { subscriptions } = await createPlan(monthly('Gold'), services())
    expect(await thrownErrors(createPlan(monthly('Gold'), services()))).toMatchObject([
      { type: 'already_exists', field: 'label', details: { id: subscriptions[0]!.id } },
    ])
  })

  test('a deleted plan is not listed, and its label is free again', async () => {
    const { services } = await domainFixture()
    const { subscriptions } = await createPlan(monthly('Gold'), services())
    expect(await deletePlan(subscriptions[0]!.id, services())).toEqual({ errors: null })
    expect((await listPlans(page, services())).subscriptions).toEqual([])
    expect((await createPlan(monthly('Gold'), services())).subscriptions).toHaveLength(1)
  })

  test('deleting an unknown or deleted plan returns not_found', async () => {
    const { services } = await domainFixture()
    const { subscriptions } = await createPlan(monthly('Gold'), services())
    await deletePlan(subscriptions[0]!.id, services())
    for (const id of [subscriptions[0]!.id, 'unknown'])
      expect(await thrownErrors(deletePlan(id, services()))).toEqual([
        { type: 'not_found', details: { resource: 'plan' } },
      ])
  })
})
