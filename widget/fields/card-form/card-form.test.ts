import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FieldName } from '#contract/card/framePort'
import { axeViolations } from '../../testing/axe.ts'
import { useBench } from '../../testing/widgetFixture.ts'
import { inputSelector } from '../../testing/inputSelector.ts'
import { openCardForm } from '../../testing/openCardForm.ts'

const bench = useBench()
const open = async (width = 800): Promise<Page> => openCardForm(await bench({ width }))
const input = (page: Page, name: FieldName) => page.locator(inputSelector(name))
const height = (page: Page) => page.locator('form').evaluate((form) => form.getBoundingClientRect().height)

it('has nothing that axe would report, wide and narrow, in error and declined', async () => {
  for (const width of [800, 340]) {
    const page = await open(width)
    expect(await axeViolations(page)).toEqual([])
    await page.evaluate(() => document.querySelector('sluice-card-form')!.report())
    expect(await axeViolations(page)).toEqual([])
    await page.evaluate(() => {
      document.querySelector('sluice-card-form')!.reset()
      document.querySelector('sluice-card-form')!.showDecline('')
    })
    expect(await axeViolations(page)).toEqual([])
  }
}, 60_000)

it('is filled by keyboard alone, and Enter sends it', async () => {
  const page = await open()
  await page.evaluate(() =>
    document.querySelector('form')!.addEventListener('submit', () => (document.title = 'submitted')),
  )
  for (const text of ['378282246310005', '1249', '1234', 'Robin Miller', 'SW1A 1AA']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  expect(await page.evaluate(() => document.querySelector('sluice-card-form')!.formState)).toEqual({
    complete: true,
    empty: false,
    brand: 'amex',
    errors: {},
  })
  await page.keyboard.press('Enter')
  expect(await page.title()).toBe('submitted')
})

it('is a group in a form of the page, and Enter sends nothing into an address, whoever listens', async () => {
  const page = await open()
  await page.getByRole('group', { name: 'Card details' }).waitFor()
  expect(await page.locator('sluice-card-form form').count()).toBe(0)
  const address = page.url()
  await input(page, 'number').fill('4242424242424242')
  await page.keyboard.press('Enter')
  await page.evaluate(() => document.querySelector('main')!.append(document.querySelector('sluice-card-form')!))
  await input(page, 'number').press('Enter')
  expect(page.url()).toBe(address)
  expect(await input(page, 'number').inputValue()).toBe('4242 4242 4242 4242')
})

it('asks the browser to fill it in: each field by its standard name', async () => {
  const page = await open()
  const names = await page
    .locator('input')
    .evaluateAll((inputs) =>
      inputs.map((input) => [input.getAttribute('autocomplete'), input.getAttribute('inputmode')]),
    )
  expect(names).toEqual([
    ['cc-number', 'numeric'],
    ['cc-exp', 'numeric'],
    ['cc-csc', 'numeric'],
    ['cc-name', 'text'],
    ['postal-code', 'text'],
  ])
})

describe('the network', () => {
  it.each([
    ['4', 'visa'],
    ['2', 'unknown'],
    ['21', 'jcb'],
    ['6279', 'unionpay'],
    ['9', 'unknown'],
  ])('of %s is %s, and its mark is shown', async (digits, network) => {
    const page = await open()
    await input(page, 'number').pressSequentially(digits)
    expect(await page.locator('.mark').getAttribute('data-network')).toBe(network)
  })

  it('is said once, politely', async () => {
    const page = await open()
    await input(page, 'number').pressSequentially('3782')
    expect(await page.getByRole('status').textContent()).toBe('American Express')
    expect(await page.locator('[role=status], [role=alert], [aria-live]').count()).toBe(1)
  })

  it('decides how long the code is, for one that is there already too', async () => {
    const page = await open()
    await input(page, 'code').fill('123')
    await input(page, 'number').fill('378282246310005')
    await input(page, 'expiry').fill('12/49')
    await input(page, 'name').fill('Robin')
    expect(await page.evaluate(() => document.querySelector('sluice-card-form')!.formState.complete)).toBe(false)
    await page.evaluate(() => document.querySelector('sluice-card-form')!.report())
    expect(await page.locator('#code-message').textContent()).toBe('Enter the whole CVV')
    await input(page, 'number').fill('4242424242424242')
    await page.locator('#code-message.help').waitFor({ state: 'attached' })
  })
})

it.each([800, 400, 340])('keeps its height in every state (%s px wide)', async (width) => {
  const page = await open(width)
  const rest = await height(page)
  await page.evaluate(() => document.querySelector('sluice-card-form')!.report())
  expect(await height(page)).toBe(rest)
  await page.evaluate(() => {
    document.querySelector('sluice-card-form')!.reset()
    document.querySelector('sluice-card-form')!.showFailure('network', {})
  })
  await page.locator('.general').waitFor()
  expect(await height(page)).toBe(rest)
})

it('locks its fields while the card is on its way', async () => {
  const page = await open()
  await input(page, 'number').fill('4242424242424242')
  await page.evaluate(() => (document.querySelector('sluice-card-form')!.processing = true))
  await page.locator('input[readonly]').first().waitFor()
  expect(await page.locator('input:not([readonly])').count()).toBe(0)
  expect(await page.getByRole('status').textContent()).toBe('Processing')
})
