import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FieldName } from '#contract/card/framePort'
import { axeViolations } from '../../testing/axe.ts'
import { useBench } from '../../testing/bench.ts'
import { openElement } from '../../testing/element.ts'
import { inputOf } from '../../testing/inputOf.ts'

const bench = useBench()

const open = async (...kinds: string[]): Promise<Page> =>
  openElement(
    await bench(),
    'widget/testing/fieldPage.ts',
    kinds.map((kind) => `<sluice-field data-kind="${kind}"></sluice-field>`).join(''),
  )

const input = (page: Page, name: FieldName) => page.locator(inputOf(name))
const message = (page: Page, name: string) => page.locator(`#${name}-message`)

it('has nothing that axe would report: at rest, in error, disabled and locked', async () => {
  const page = await open('number', 'expiry', 'code', 'name', 'postalCode')
  expect(await axeViolations(page)).toEqual([])
  for (const state of ['report', 'disabled', 'locked'] as const) {
    await page.evaluate((state) => {
      for (const field of document.querySelectorAll('sluice-field')) {
        if (state === 'report') field.report()
        else field[state] = true
      }
    }, state)
    expect(await axeViolations(page), state).toEqual([])
  }
})

it('is filled and left by keyboard, forward and backward', async () => {
  const page = await open('number', 'expiry', 'code')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1249')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Shift+Tab')
  expect(await input(page, 'expiry').evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await input(page, 'number').inputValue()).toBe('4242 4242 4242 4242')
  expect(await input(page, 'expiry').inputValue()).toBe('12 / 49')
  expect(await input(page, 'code').inputValue()).toBe('123')
})

const caret = (page: Page) =>
  input(page, 'number').evaluate((element: HTMLInputElement) => [element.value, element.selectionStart])

describe('an error', () => {
  it('waits until the field is left, then follows the typing', async () => {
    const page = await open('number')
    await input(page, 'number').pressSequentially('4242424242424241')
    expect(await message(page, 'number').textContent()).toBe('')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').press('End')
    await input(page, 'number').press('Backspace')
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').press('2')
    expect(await message(page, 'number').textContent()).toBe('')
  })

  it('is not shown for a field that is only passed by', async () => {
    const page = await open('number', 'expiry')
    await input(page, 'number').focus()
    await page.keyboard.press('Tab')
    expect(await message(page, 'number').textContent()).toBe('')
  })

  it('belongs to its field, for those who do not see it', async () => {
    const page = await open('expiry')
    await input(page, 'expiry').fill('01/20')
    await input(page, 'expiry').blur()
    expect(await input(page, 'expiry').getAttribute('aria-invalid')).toBe('true')
    const described = await input(page, 'expiry').getAttribute('aria-describedby')
    expect(await page.locator(`#${described}`).textContent()).toBe('This card has expired')
  })

  it('moves nothing when it comes', async () => {
    const page = await open('number', 'name')
    const before = await input(page, 'name').boundingBox()
    await input(page, 'number').fill('1')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).not.toBe('')
    expect(await input(page, 'name').boundingBox()).toEqual(before)
  })

  it('from the server stands until the text changes', async () => {
    const page = await open('number')
    await input(page, 'number').fill('4242424242424242')
    await page.evaluate(() => document.querySelector('sluice-field')!.refuse('wrong'))
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').focus()
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').fill('5555555555554444')
    expect(await message(page, 'number').textContent()).toBe('')
  })
})

describe('editing', () => {
  it('keeps the caret where it is', async () => {
    const page = await open('number')
    await input(page, 'number').pressSequentially('4242424242')
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('9')
    expect(await caret(page)).toEqual(['4242 4294 242', 8])
    await page.keyboard.press('Backspace')
    expect(await caret(page)).toEqual(['4242 4242 42', 7])
    await page.keyboard.press('Delete')
    expect(await caret(page)).toEqual(['4242 4224 2', 7])
  })

  it('takes a paste over a selection', async () => {
    const page = await open('number')
    await input(page, 'number').fill('4242424242424242')
    await input(page, 'number').evaluate((element: HTMLInputElement) => element.setSelectionRange(5, 9))
    await page.keyboard.insertText('1-1.1 1')
    expect(await caret(page)).toEqual(['4242 1111 4242 4242', 10])
  })

  it('takes a value that a script or a password manager sets, twice in a row', async () => {
    const page = await open('number', 'expiry')
    for (const [number, expiry] of [
      ['4444333322221111455', '12/2049'],
      ['378282246310005', '1148'],
    ]) {
      await page.evaluate(
        (values) => {
          for (const [index, element] of document.querySelectorAll('input').entries()) {
            element.value = values[index]!
            element.dispatchEvent(new Event('input', { bubbles: true }))
          }
        },
        [number!, expiry!],
      )
    }
    expect(await input(page, 'number').inputValue()).toBe('3782 822463 10005')
    expect(await input(page, 'expiry').inputValue()).toBe('11 / 48')
  })
})

it('empties itself without a word', async () => {
  const page = await open('number')
  await input(page, 'number').fill('1')
  await input(page, 'number').blur()
  await page.evaluate(() => {
    const field = document.querySelector('sluice-field')!
    field.addEventListener('input', () => (document.title = 'heard'))
    field.clear()
  })
  expect(await input(page, 'number').inputValue()).toBe('')
  expect(await message(page, 'number').textContent()).toBe('')
  expect(await page.title()).toBe('Element')
})
