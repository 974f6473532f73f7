import type { Frame } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { AddressToFill, SluiceCheckout } from '../../embed/sluice-checkout.ts'
import {
  ADDRESS,
  EMPTY_ADDRESS,
  mockCheckout,
  PAGE,
  PAID,
  type ViewOverrides,
} from '../../testing/checkoutPageFixture.ts'
import { SHOP, useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const US: AddressToFill = {
  kind: 'shipping',
  name: 'Ada Lovelace',
  line1: '1 Main St',
  line2: 'Apt 2',
  city: 'Fargo',
  state: 'North Dakota',
  postalCode: '58102',
  country: 'us',
}

/** Opens a checkout in a merchant's page. */
const openFramed = async (overrides: ViewOverrides) => {
  const fixture = await openFixture({ width: 600 })
  const checkout = await mockCheckout(fixture, { framedBy: [SHOP], ...overrides })
  await fixture.open(`<sluice-checkout src="${PAGE}"></sluice-checkout>`)
  const { page } = fixture
  const find = () => page.frames().find((one) => one.url().startsWith(PAGE))
  const status = () => page.locator('sluice-checkout').evaluate((element: SluiceCheckout) => element.status)
  await expect.poll(async () => !!find() && (await status())).toBe('open')
  /** Fills in an address as the page. @returns the name of the error, or an empty string */
  const fill = (address: object): Promise<string> =>
    page.locator('sluice-checkout').evaluate(
      (element: SluiceCheckout, address) =>
        element.fillAddress(address as AddressToFill).then(
          () => '',
          (error: Error) => error.name,
        ),
      address,
    )
  return { checkout, page, frame: find()!, fill, status }
}

const values = (frame: Frame, kind = 'shipping') =>
  frame
    .locator(`sluice-address[section=${kind}] :is(input, select)`)
    .evaluateAll((inputs: HTMLInputElement[]) =>
      Object.fromEntries(inputs.map(({ name, value }) => [name.replace(/^\w+-/, ''), value])),
    )

const SHIPPING = { form: { shipping: true }, prefill: { email: '', address: { ...EMPTY_ADDRESS, country: 'GB' } } }

describe('an address that the merchant’s page fills in', () => {
  it('is shown with the lines of its country, can be changed, and is what is paid with', async () => {
    const { checkout, fill, frame } = await openFramed({
      ...SHIPPING,
      saved: [{ wallet: 'w2', network: 'ach', last4: '6789', expiry: '' }],
    })
    expect(await fill(US)).toBe('')
    const shown = {
      name: 'Ada Lovelace',
      country: 'US',
      line1: '1 Main St',
      line2: 'Apt 2',
      city: 'Fargo',
      state: 'ND',
      postalCode: '58102',
    }
    await expect.poll(() => values(frame)).toEqual(shown)
    await frame.locator('#shipping-line2').fill('Apt 3')
    await frame.locator('.pay').click()
    await frame.getByText('Thank you').waitFor()
    expect(checkout.attempts[0]!.answers.shipTo).toEqual({ ...shown, line2: 'Apt 3' })
  })

  it('replaces all lines, and keeps name and country if they are not given', async () => {
    const { fill, frame } = await openFramed({
      form: { shipping: true },
      prefill: { email: '', address: { ...ADDRESS, line2: 'Flat 1' } },
    })
    await fill({ kind: 'shipping', line1: '2 Kiln Lane', city: 'Ely' })
    await expect
      .poll(() => values(frame))
      .toEqual({ name: ADDRESS.name, country: 'GB', line1: '2 Kiln Lane', line2: '', city: 'Ely', postalCode: '' })
  })

  it('fills the billing address only while the form shows it', async () => {
    const { fill, frame } = await openFramed(SHIPPING)
    await fill({ ...US, kind: 'billing' })
    await frame.getByText('Billing address is the same').click()
    await frame.locator('#billing-line1').waitFor()
    expect((await values(frame, 'billing'))['line1']).toBe('')
    await fill({ ...US, kind: 'billing' })
    await expect.poll(async () => (await values(frame, 'billing'))['line1']).toBe('1 Main St')
    expect((await values(frame))['line1']).toBe('')
  })

  it('a text with markup stays text', async () => {
    const { fill, frame } = await openFramed(SHIPPING)
    const hostile = `"><img src=x onerror="document.title='broken'"><script>1</script>`
    await fill({ kind: 'shipping', line1: hostile, city: hostile, country: 'DE' })
    await expect.poll(async () => (await values(frame))['city']).toBe(hostile)
    expect(await frame.locator('form img, form script').count()).toBe(0)
  })

  it.each([
    ['an unknown kind', { ...US, kind: 'other' }],
    ['an unknown country', { ...US, country: 'XX' }],
    ['a country that is markup', { ...US, country: '<b>' }],
    ['a line of 101 characters', { ...US, line1: 'x'.repeat(101) }],
    ['a postal code of 21 characters', { ...US, postalCode: 'x'.repeat(21) }],
    ['a line that is no text', { ...US, city: 5 }],
    ['a line that is null', { ...US, city: null }],
  ])('with %s is dropped', async (_name, address) => {
    const { fill, frame } = await openFramed(SHIPPING)
    await fill(address)
    // Messages keep their order: the first one would have been applied before this.
    await fill({ kind: 'shipping', line2: 'Marker' })
    await expect.poll(async () => (await values(frame))['line2']).toBe('Marker')
    expect(await values(frame)).toMatchObject({ name: '', line1: '', city: '', postalCode: '', country: 'GB' })
  })

  it('is rejected while the checkout is being paid and after it was paid, and nothing typed goes to the page', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof PAID>()
    const { checkout, fill, frame, page, status } = await openFramed({
      form: { shipping: true },
      prefill: { email: '', address: ADDRESS },
      saved: [{ wallet: 'w2', network: 'ach', last4: '6789', expiry: '' }],
    })
    await page.evaluate(() => {
      const heard: unknown[] = []
      addEventListener('message', ({ data }) => heard.push(data))
      Object.assign(window, { heard })
    })
    checkout.payResponses = [() => promise]
    await frame.locator('.pay').click()
    await expect.poll(status).toBe('processing')
    expect(await fill(US)).toBe('InvalidStateError')
    // A page that goes around its own element is not heard either.
    await page.locator('sluice-checkout').evaluate((element, address) => {
      ;(element as unknown as { send: (message: object) => void }).send({ type: 'address', district: '', ...address })
    }, US)
    expect(await values(frame)).toMatchObject({ name: ADDRESS.name, line1: ADDRESS.line1, country: 'GB' })
    resolve(PAID)
    await expect.poll(status).toBe('completed')
    expect(await fill(US)).toBe('InvalidStateError')
    expect(checkout.attempts[0]!.answers.shipTo).toMatchObject({ line1: ADDRESS.line1 })
    expect(JSON.stringify(await page.evaluate(() => (window as never as { heard: unknown[] }).heard))).not.toContain(
      'Kiln',
    )
  })
})
