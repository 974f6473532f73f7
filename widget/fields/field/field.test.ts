import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FieldName } from '#contract/card/framePort'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { inputSelector } from '../../testing/inputSelector.ts'
import { openFields } from '../../testing/openCardForm.ts'

const openFixture = useWidgetFixture()

const open = async (...kinds: string[]): Promise<Page> => openFields(await openFixture(), kinds)

const input = (page: Page, name: FieldName) => page.locator(inputSelector(name))
const message = (page: Page, name: string) => page.locator(`#${name}-message`)

it('sluice-field has no axe violations in any state', async () => {
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

it('Tab and Shift+Tab move between fields and keep their values', async () => {
  const page = await open('number', 'expiry', 'code')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1244')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Shift+Tab')
  expect(await input(page, 'expiry').evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await input(page, 'number').inputValue()).toBe('4242 4242 4242 4242')
  expect(await input(page, 'expiry').inputValue()).toBe('12 / 44')
  expect(await input(page, 'code').inputValue()).toBe('123')
})

describe('error of a field', () => {
  it('an error is displayed on blur and updated on input until the text is valid', async () => {
    const page = await open('number')
    const messageAfter = async (keys: string[]) => {
      for (const key of keys) await input(page, 'number').press(key)
      return message(page, 'number').textContent()
    }
    await input(page, 'number').pressSequentially('4242424242424241')
    expect(await message(page, 'number').textContent()).toBe('')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').focus()
    await page.keyboard.press('End')
    expect(await messageAfter(['Backspace'])).toBe('Enter the whole card number')
    expect(await messageAfter(['2'])).toBe('')
    // After a valid text, the next error waits for blur again.
    expect(await messageAfter(['Backspace', 'Backspace'])).toBe('')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Enter the whole card number')
  })

  it.each([
    ['expiry', '1', 'Enter the month and year'],
    ['expiry', '12/3', 'Enter the month and year'],
    ['expiry', '00/30', 'Check the expiry date'],
    ['expiry', '01/20', 'This card has expired'],
    ['code', '12', 'Enter the whole CVV'],
    ['number', '1234', 'Enter the whole card number'],
  ] as const)('the %s field typed as %s displays on blur: %s', async (name, keys, sentence) => {
    const page = await open(name)
    await input(page, name).pressSequentially(keys)
    expect(await message(page, name).textContent()).toBe('')
    await input(page, name).blur()
    expect(await message(page, name).textContent()).toBe(sentence)
  })

  it('a skipped or emptied field displays no error on blur', async () => {
    const page = await open('number', 'expiry')
    await input(page, 'number').focus()
    await page.keyboard.press('Tab')
    expect(await message(page, 'number').textContent()).toBe('')
    await input(page, 'number').fill('4242')
    await input(page, 'expiry').focus()
    expect(await message(page, 'number').textContent()).not.toBe('')
    await input(page, 'number').fill('')
    expect(await message(page, 'number').textContent()).toBe('')
    await input(page, 'expiry').focus()
    expect(await message(page, 'number').textContent()).toBe('')
  })

  it('typing hides the error of an empty field until blur', async () => {
    const page = await open('number')
    await page.evaluate(() => document.querySelector('sluice-field')!.report())
    expect(await message(page, 'number').textContent()).toBe('Enter the card number')
    await input(page, 'number').press('4')
    expect(await message(page, 'number').textContent()).toBe('')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Enter the whole card number')
  })

  it('a displayed error is the description of its input, with aria-invalid', async () => {
    const page = await open('expiry')
    await input(page, 'expiry').fill('01/20')
    await input(page, 'expiry').blur()
    expect(await input(page, 'expiry').getAttribute('aria-invalid')).toBe('true')
    const described = await input(page, 'expiry').getAttribute('aria-describedby')
    expect(await page.locator(`#${described}`).textContent()).toBe('This card has expired')
  })

  it('an error causes no layout shift', async () => {
    const page = await open('number', 'name')
    const before = await input(page, 'name').boundingBox()
    await input(page, 'number').fill('1')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).not.toBe('')
    expect(await input(page, 'name').boundingBox()).toEqual(before)
  })

  it('a server error is displayed until the text changes', async () => {
    const page = await open('number')
    await input(page, 'number').fill('4242424242424242')
    await page.evaluate(() => document.querySelector('sluice-field')!.showServerError('wrong'))
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').focus()
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').fill('5555555555554444')
    expect(await message(page, 'number').textContent()).toBe('')
  })
})

/** Accessible description of the security code. */
const described = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === 'CVV')?.description?.value
}

describe('help text', () => {
  it('help text is always in the description, and visible with focus and no error', async () => {
    const page = await open('number', 'code')
    const sentence = '3 digits on the back'
    await page.evaluate((help) => void (document.querySelectorAll('sluice-field')[1]!.help = help), sentence)
    await message(page, 'code').getByText(sentence).waitFor({ state: 'hidden' })
    expect(await described(page)).toBe(sentence)
    await input(page, 'code').focus()
    await message(page, 'code').getByText(sentence).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await input(page, 'code').press('1')
    await input(page, 'number').focus()
    expect(await message(page, 'code').textContent()).toBe('Enter the whole CVV')
    expect(await described(page)).toBe('Enter the whole CVV')
    await input(page, 'code').fill('123')
    expect(await message(page, 'code').textContent()).toBe(sentence)
  })
})

it('clear() empties a field without events or errors', async () => {
  const page = await open('number')
  await input(page, 'number').fill('1')
  await input(page, 'number').blur()
  await page.evaluate(() => {
    const field = document.querySelector('sluice-field')!
    field.addEventListener('input', () => (document.title = 'input'))
    field.clear()
  })
  expect(await input(page, 'number').inputValue()).toBe('')
  expect(await message(page, 'number').textContent()).toBe('')
  expect(await page.title()).toBe('Element')
})
