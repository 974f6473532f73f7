import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FieldName } from '#contract/card/framePort'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { inputSelector } from '../../testing/inputSelector.ts'
import { openCardForm } from '../../testing/openCardForm.ts'

const openFixture = useWidgetFixture()
const open = async (width = 800): Promise<Page> => openCardForm(await openFixture({ width }))
const input = (page: Page, name: FieldName) => page.locator(inputSelector(name))
const height = (page: Page) => page.locator('form').evaluate((form) => form.getBoundingClientRect().height)

it('the card form has no axe violations at 800 and 340 px, with errors and after a decline', async () => {
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

it('the card form is filled by keyboard and submitted by Enter', async () => {
  const page = await open()
  await page.evaluate(() =>
    document.querySelector('form')!.addEventListener('submit', () => (document.title = 'submitted')),
  )
  for (const text of ['378282246310005', '1244', '1234', 'Robin Miller', 'SW1A 1AA']) {
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

it('Enter in the card form never puts card data into the URL, inside or outside a form', async () => {
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

it('card form inputs have standard autocomplete tokens and input modes', async () => {
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

describe('network of the card form', () => {
  it.each([
    ['4', 'visa'],
    ['2', 'unknown'],
    ['21', 'jcb'],
    ['6279', 'unionpay'],
    ['9', 'unknown'],
  ])('the card form displays the mark of a number starting with %s: %s', async (digits, network) => {
    const page = await open()
    await input(page, 'number').pressSequentially(digits)
    expect(await page.locator('.mark').getAttribute('data-network')).toBe(network)
  })

  it('the card form announces the network in one polite live region', async () => {
    const page = await open()
    await input(page, 'number').pressSequentially('3782')
    expect(await page.getByRole('status').textContent()).toBe('American Express')
    expect(await page.locator('[role=status], [role=alert], [aria-live]').count()).toBe(1)
  })

  it('the network decides the length of a security code that was typed before the number', async () => {
    const page = await open()
    await input(page, 'code').fill('123')
    await input(page, 'number').fill('378282246310005')
    await input(page, 'expiry').fill('12/44')
    await input(page, 'name').fill('Robin')
    expect(await page.evaluate(() => document.querySelector('sluice-card-form')!.formState.complete)).toBe(false)
    await page.evaluate(() => document.querySelector('sluice-card-form')!.report())
    expect(await page.locator('#code-message').textContent()).toBe('Enter the whole CVV')
    await input(page, 'number').fill('4242424242424242')
    await page.locator('#code-message.help').waitFor({ state: 'attached' })
  })
})

it.each([800, 400, 340])('the card form keeps its height in all states at %s px', async (width) => {
  const page = await open(width)
  const initial = await height(page)
  await page.evaluate(() => document.querySelector('sluice-card-form')!.report())
  expect(await height(page)).toBe(initial)
  await page.evaluate(() => {
    document.querySelector('sluice-card-form')!.reset()
    document.querySelector('sluice-card-form')!.showFailure('network', {})
  })
  await page.locator('.general').waitFor()
  expect(await height(page)).toBe(initial)
})

it('the card form is read-only while the card is being sent', async () => {
  const page = await open()
  await input(page, 'number').fill('4242424242424242')
  await page.evaluate(() => (document.querySelector('sluice-card-form')!.processing = true))
  await page.locator('input[readonly]').first().waitFor()
  expect(await page.locator('input:not([readonly])').count()).toBe(0)
  expect(await page.getByRole('status').textContent()).toBe('Processing')
})
