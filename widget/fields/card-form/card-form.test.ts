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

/** Id of the focused element, and the values of number, expiry and code. */
const state = (page: Page) =>
  page.evaluate(() => [
    document.activeElement!.id,
    ...[...document.querySelectorAll('input')].slice(0, 3).map(({ value }) => value),
  ])

describe('digits typed after a complete number', () => {
  it.each([
    ['Visa', '4242424242424242', '1', ['cc-exp', '4242 4242 4242 4242', '1', '']],
    ['Mastercard', '5555555555554444', '1230', ['cc-exp', '5555 5555 5555 4444', '12 / 30', '']],
    ['American Express', '378282246310005', '9', ['cc-exp', '3782 822463 10005', '09 / ', '']],
    ['UnionPay', '6200000000000005', '1', ['cc-number', '6200 0000 0000 0005 1', '', '']],
  ] as const)('a %s number typed in one go with the next digits', async (_network, number, next, expected) => {
    const page = await open()
    await input(page, 'number').focus()
    await page.keyboard.type(number)
    // The focus does not move without a key.
    expect((await state(page))[0]).toBe('cc-number')
    await page.keyboard.type(next)
    expect(await state(page)).toEqual(expected)
  })

  it('the expiry can be undone and the number reached again', async () => {
    const page = await open()
    await input(page, 'number').focus()
    await page.keyboard.type('42424242424242421')
    await page.keyboard.press('Control+z')
    expect(await state(page)).toEqual(['cc-exp', '4242 4242 4242 4242', '', ''])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.type('1')
    expect(await state(page)).toEqual(['cc-number', '4242 4242 4242 4242 1', '', ''])
  })

  it.each<[string, (page: Page) => Promise<void>]>([
    ['in the middle of the number', (page) => page.keyboard.press('ArrowLeft')],
    [
      'with an expiry',
      (page) =>
        input(page, 'expiry').evaluate((field: HTMLInputElement) => {
          field.value = '12 / 30'
          field.dispatchEvent(new Event('input', { bubbles: true }))
        }),
    ],
    [
      'if the page turned it off',
      (page) =>
        page.evaluate(() => {
          document.querySelector('sluice-card-form')!.advance = false
        }),
    ],
  ])('a digit typed %s stays in the number', async (_where, prepare) => {
    const page = await open()
    await input(page, 'number').focus()
    await page.keyboard.type('4242424242424242')
    await prepare(page)
    await page.keyboard.type('1')
    expect((await state(page))[0]).toBe('cc-number')
    expect((await state(page))[1]!.replaceAll(' ', '')).toHaveLength(17)
  })

  it('a number that is pasted with further digits stays in its field', async () => {
    const page = await open()
    await input(page, 'number').focus()
    await page.keyboard.insertText('424242424242424212')
    expect((await state(page))[0]).toBe('cc-number')
    expect((await state(page))[2]).toBe('')
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
