import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { sampleAccountSettings, sampleQuotas, teamOwner } from '../../../testing/console/teamSamples.ts'

const openFixture = useConsole()

const openSettings = async (path = '/settings', prepare: (fixture: ConsoleFixture) => void = () => {}) => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({ body: teamOwner }))
  fixture.respond('GET /v1/account', () => ({ body: { account: sampleAccountSettings() } }))
  fixture.respond('GET /v1/account/quotas', () => ({ body: { quotas: sampleQuotas() } }))
  fixture.respond('PUT /v1/account', (request) => ({
    body: { account: sampleAccountSettings(request.postDataJSON() as object) },
  }))
  prepare(fixture)
  const page = await fixture.open(path)
  return { fixture, page, group: (name: string) => page.getByRole('region', { name }) }
}

/** Errors of the API about members of the request. */
const invalid = (...errors: readonly (readonly [field: string, type: string, details?: object])[]) => ({
  status: 400,
  body: {
    errors: errors.map(([field, type, details = null]) => ({
      type,
      message: { text: `${field} is wrong.`, field, code: type, docs: '', details },
    })),
  },
})

it('a group sends what was changed in it alone, and shows its own state', async () => {
  const { fixture, page, group } = await openSettings()
  const payments = group('Payments')
  await payments.getByLabel('Accepted currencies').fill('usd, JPY')
  await payments.getByRole('checkbox', { name: 'Terminals may ask for a tip' }).check()
  await group('Subscriptions').getByLabel('Days after which').fill('2, 4')
  await payments.getByText('Not saved yet').waitFor()
  await payments.getByRole('button', { name: 'Save' }).click()
  await payments.getByText('Saved', { exact: true }).waitFor()
  expect(fixture.sent('PUT /v1/account').map((request) => request.postDataJSON())).toEqual([
    { enabledCurrencies: [840, 392], tipAtSale: true },
  ])
  expect(await payments.getByLabel('Accepted currencies').inputValue()).toBe('USD, JPY')
  expect(await payments.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await group('Subscriptions').getByText('Not saved yet').waitFor()
  expect(await group('Subscriptions').getByLabel('Days after which').inputValue()).toBe('2, 4')
  await group('Subscriptions').getByRole('button', { name: 'Undo' }).click()
  expect(await group('Subscriptions').getByLabel('Days after which').inputValue()).toBe('1, 3')
  expect(await page.getByText('Not saved yet').count()).toBe(0)
})

it('each kind of setting reaches the API in its own form', async () => {
  const { fixture, group } = await openSettings()
  const save = async (name: string) => {
    await group(name).getByRole('button', { name: 'Save' }).click()
    await group(name).getByText('Saved', { exact: true }).waitFor()
    return fixture.sent('PUT /v1/account').at(-1)!.postDataJSON() as unknown
  }
  await group('Business').getByLabel('Support email').fill(' ')
  await group('Business').getByLabel('Support page').fill('https://shop.test/help')
  await group('Business').getByLabel('Time zone').selectOption('Asia/Tokyo')
  expect(await save('Business')).toEqual({
    supportEmail: null,
    supportUrl: 'https://shop.test/help',
    timeZone: 'Asia/Tokyo',
  })
  await group('Payments').getByLabel('Usual currency').selectOption('978')
  await group('Payments').getByLabel('Accepted currencies').fill('')
  await group('Payments').getByLabel('Seconds in which').fill('60')
  expect(await save('Payments')).toEqual({ defaultCurrency: 978, enabledCurrencies: null, duplicateWindowSeconds: 60 })
  await group('Card checks').getByText('1 of 8 results decline').click()
  await group('Card checks').getByRole('checkbox', { name: 'CVV not processed' }).check()
  await group('Card checks').getByRole('checkbox', { name: 'Ask for the security code' }).uncheck()
  expect(await save('Card checks')).toEqual({ storedCvvReject: ['N', 'P'], storedCvvRequired: false })
  await group('Pages and legal texts').getByLabel('Websites').fill('https://shop.test\n\n https://b.test ')
  await group('Pages and legal texts').getByRole('button', { name: 'Add a language' }).click()
  await group('Pages and legal texts').getByLabel('Language').last().fill('fr')
  await group('Pages and legal texts').getByLabel('Consent to a subscription').last().fill('J’accepte.')
  expect(await save('Pages and legal texts')).toEqual({
    allowedOrigins: ['https://shop.test', 'https://b.test'],
    legalTexts: { de: { bankDebit: 'Ich stimme zu.' }, fr: { subscription: 'J’accepte.' } },
  })
  await group('Requests of your server').getByLabel('Members that').selectOption('ignore')
  expect(await save('Requests of your server')).toEqual({ unknownMembers: 'ignore' })
})

it('what the gateway finds wrong stands at its field, and the first such field has the focus', async () => {
  const { page, group } = await openSettings('/settings', (fixture) =>
    fixture.respond('PUT /v1/account', () =>
      invalid(
        ['allowedOrigins[1]', 'format_invalid', { format: 'origin' }],
        ['legalTexts.x y', 'format_invalid', { format: 'locale tag' }],
      ),
    ),
  )
  const pages = group('Pages and legal texts')
  await pages.getByLabel('Websites').fill('https://shop.test\nshop.test/pay')
  await pages.getByLabel('Language').fill('x y')
  await pages.getByRole('button', { name: 'Save' }).click()
  await pages.getByText('shop.test/pay: Enter a value in this form: origin.').waitFor()
  await pages.getByText('x y: Enter a value in this form: locale tag.').waitFor()
  await pages.getByText('Nothing was saved. Correct the marked fields.').waitFor()
  const origins = pages.getByLabel('Websites')
  await expect.poll(() => origins.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await origins.getAttribute('aria-invalid')).toBe('true')
  await origins.fill('https://shop.test')
  expect(await page.getByText('Enter a value in this form: origin').count()).toBe(0)
})

it('what cannot be sent is corrected before it is', async () => {
  const { fixture, group } = await openSettings()
  await group('Payments').getByLabel('Accepted currencies').fill('USD, EURO')
  await group('Payments').getByRole('button', { name: 'Save' }).click()
  await group('Payments').getByText('EURO is not a currency').waitFor()
  const pages = group('Pages and legal texts')
  await pages.getByRole('button', { name: 'Add a language' }).click()
  await pages.getByRole('button', { name: 'Save' }).click()
  await pages.getByText('Enter a language, such as en or de-CH.').waitFor()
  await pages.getByLabel('Language').last().fill('de')
  await pages.getByRole('button', { name: 'Save' }).click()
  await pages.getByText('de is here twice').waitFor()
  expect(fixture.sent('PUT /v1/account')).toEqual([])
})

it('an error about no field keeps what was typed', async () => {
  const { fixture, group } = await openSettings('/settings', (fixture) =>
    fixture.respond('PUT /v1/account', () => failure(503, 'unavailable')),
  )
  await group('Business').getByLabel('Business name').fill('Kiln')
  await group('Business').getByRole('button', { name: 'Save' }).click()
  await group('Business').getByText('The gateway is busy').waitFor()
  expect(await group('Business').getByLabel('Business name').inputValue()).toBe('Kiln')
  fixture.respond('PUT /v1/account', () => ({ body: { account: sampleAccountSettings({ name: 'Kiln' }) } }))
  fixture.respond('GET /session', () => ({ body: { ...teamOwner, account: { ...teamOwner.account, name: 'Kiln' } } }))
  await group('Business').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => fixture.page.locator('.account-name').innerText()).toBe('Kiln')
})

it('test mode marks its own settings, and only shows those that live mode has too', async () => {
  const { page, group } = await openSettings('/test/settings', (fixture) =>
    fixture.respond('GET /v1/account', () => ({ body: { account: sampleAccountSettings({ mode: 'test' }) } })),
  )
  const business = group('Business')
  await business.getByText('Both modes share these').waitFor()
  expect(await business.getByRole('textbox').count()).toBe(0)
  expect(await business.locator('.facts').innerText()).toContain('Kiln & Tide')
  await group('Limits').waitFor()
  expect(await page.locator('.scope').allInnerTexts()).toEqual([
    'Test and live mode',
    ...Array.from({ length: 6 }, () => 'Test mode only'),
  ])
  expect(await group('Requests of your server').getByRole('checkbox').count()).toBe(1)
  await business.getByRole('link', { name: 'Change in live mode' }).click()
  await business.getByLabel('Business name').waitFor()
  await group('Limits').waitFor()
  expect(new URL(page.url()).pathname).toBe('/settings')
  expect(await page.locator('.scope').allInnerTexts()).toEqual([
    'Test and live mode',
    ...Array.from({ length: 6 }, () => 'Live mode only'),
  ])
  expect(await group('Requests of your server').getByRole('checkbox').count()).toBe(0)
})

it('a page that is not painted yet has the first group, with the stored time zone', async () => {
  const { page, group } = await openSettings('/settings', ({ page }) =>
    // Other groups and time zones wait for a frame, which never comes.
    page.addInitScript(() => {
      window.requestAnimationFrame = () => 0
    }),
  )
  const zone = group('Business').getByLabel('Time zone')
  await zone.waitFor()
  expect(await page.locator('.settings-group').count()).toBe(1)
  expect(await zone.locator('option').allInnerTexts()).toEqual(['Europe/Berlin'])
})

it('the list of time zones has all of them in their order, and the stored one is selected', async () => {
  const { page, group } = await openSettings()
  const zone = group('Business').getByLabel('Time zone')
  const all = await page.evaluate(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted())
  const values = () =>
    zone.locator('option').evaluateAll((options) => options.map((option) => option.getAttribute('value')))
  await expect.poll(values).toEqual(all)
  expect(await zone.inputValue()).toBe('Europe/Berlin')
})

it('an address with a group shows that group', async () => {
  const { group } = await openSettings('/settings#requests')
  const top = () => group('Requests of your server').evaluate((element) => element.getBoundingClientRect().top)
  await group('Limits').waitFor()
  await expect.poll(top).toBeLessThan(800)
  await expect.poll(() => group('Business').evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(0)
})

it('limits show what is used, bytes in megabytes', async () => {
  const { group } = await openSettings()
  const rows = group('Limits').getByRole('row')
  await rows.first().waitFor()
  expect((await rows.allInnerTexts()).slice(1)).toEqual([
    'Customers that are not deleted\t1,204\t10,000',
    expect.stringMatching(/\t1\.3 MB\t250 MB$/),
    'Payments and unreferenced credits\t12\tNo limit',
  ])
})

it('a link to a group keeps what was typed elsewhere', async () => {
  const { fixture, page, group } = await openSettings()
  await group('Business').getByLabel('Business name').fill('Kiln')
  await page.getByRole('link', { name: 'Limits' }).click()
  await expect.poll(() => page.url()).toBe('https://console.test/settings#limits')
  expect(await group('Business').getByLabel('Business name').inputValue()).toBe('Kiln')
  expect(fixture.sent('GET /v1/account')).toHaveLength(1)
})

it('settings that cannot be read are read again', async () => {
  const { fixture, page, group } = await openSettings('/settings', (fixture) =>
    fixture.respond('GET /v1/account', () => 'abort'),
  )
  await page.getByRole('alert').getByText('Check your connection').waitFor()
  fixture.respond('GET /v1/account', () => ({ body: { account: sampleAccountSettings() } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await group('Business').waitFor()
})
