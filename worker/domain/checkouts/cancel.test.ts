import { describe, expect, test } from 'vitest'
import { newCheckout, pay, accountRows } from '../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { cancelCheckout } from './cancel.ts'
import { getCheckout } from './get.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'

describe('cancellation of a checkout', () => {
  test('canceling an open checkout returns canceled, and canceling it again is rejected with already_canceled', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    expect(await cancelCheckout(id, fixture.services())).toMatchObject({ status: 'canceled', reason: 'merchant' })
    expect(await thrownErrors(cancelCheckout(id, fixture.services()))).toMatchObject([{ type: 'already_canceled' }])
  })

  test('canceling a paid checkout is rejected with checkout_closed', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await pay(fixture, id)
    expect(await thrownErrors(cancelCheckout(id, fixture.services()))).toEqual([
      { type: 'checkout_closed', details: { state: 'completed' } },
    ])
  })

  test('canceling an unknown checkout returns not_found', async () => {
    const fixture = await domainFixture()
    expect(await thrownErrors(cancelCheckout('unknown', fixture.services()))).toMatchObject([{ type: 'not_found' }])
  })

  test('the later of two concurrent cancellations is rejected with already_canceled', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const services = fixture.services()
    const { checkouts } = services
    const cancel: typeof checkouts.cancel = async (...change) => {
      await cancelCheckout(id, fixture.services())
      return checkouts.cancel(...change)
    }
    const racing = { ...services, checkouts: replaceFunctions(checkouts, { cancel }) }
    expect(await thrownErrors(cancelCheckout(id, racing))).toEqual([{ type: 'already_canceled' }])
  })

  test('canceling a checkout during an attempt to pay is rejected with operation_in_progress', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const services = fixture.services()
    const checkouts = replaceFunctions(services.checkouts, { cancel: () => Promise.resolve(false) })
    expect(await thrownErrors(cancelCheckout(id, { ...services, checkouts }))).toEqual([
      { type: 'operation_in_progress' },
    ])
  })

  test('of a concurrent payment and cancellation exactly one succeeds', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const [paid, canceled] = await Promise.allSettled([pay(fixture, id), cancelCheckout(id, fixture.services())])
    const { status } = await getCheckout(id, fixture.services())
    expect(status).toBe(canceled.status === 'fulfilled' ? 'canceled' : 'completed')
    expect(paid.status).toBe('fulfilled')
    const captured = (await accountRows(fixture, 'transactions')).filter((row) => row['status'] === 'captured')
    expect(captured).toHaveLength(status === 'completed' ? 1 : 0)
  })
})
