import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FieldName } from '#contract/card/framePort'
import { axeViolations } from '../../testing/axe.ts'
import { useBench } from '../../testing/widgetFixture.ts'
import { inputSelector } from '../../testing/inputSelector.ts'
import { openFields } from '../../testing/openCardForm.ts'

const bench = useBench()

const open = async (...kinds: string[]): Promise<Page> => openFields(await bench(), kinds)

const input = (page: Page, name: FieldName) => page.locator(inputSelector(name))
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

describe('an error', () => {
  it('waits until the field is left, then follows the typing until it is gone', async () => {
    const page = await open('number')
    const says = async (keys: string[]) => {
      for (const key of keys) await input(page, 'number').press(key)
      return message(page, 'number').textContent()
    }
    await input(page, 'number').pressSequentially('4242424242424241')
    expect(await message(page, 'number').textContent()).toBe('')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').focus()
    await page.keyboard.press('End')
    expect(await says(['Backspace'])).toBe('Enter the whole card number')
    expect(await says(['2'])).toBe('')
    // Put right once, it waits anew.
    expect(await says(['Backspace', 'Backspace'])).toBe('')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Enter the whole card number')
  })

  it.each([
    ['expiry', '1', 'Enter month and year'],
    ['expiry', '12/3', 'Enter month and year'],
    ['expiry', '00/30', 'Check the expiry date'],
    ['expiry', '01/20', 'This card has expired'],
    ['code', '12', 'Enter the whole CVV'],
    ['number', '1234', 'Enter the whole card number'],
  ] as const)('of the %s typed as %s, and left, says: %s', async (name, keys, sentence) => {
    const page = await open(name)
    await input(page, name).pressSequentially(keys)
    expect(await message(page, name).textContent()).toBe('')
    await input(page, name).blur()
    expect(await message(page, name).textContent()).toBe(sentence)
  })

  it('is not shown for a field that is only passed by, nor for one that was emptied', async () => {
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

  it('of a field that was empty when the form was sent makes room for the typing', async () => {
    const page = await open('number')
    await page.evaluate(() => document.querySelector('sluice-field')!.report())
    expect(await message(page, 'number').textContent()).toBe('Enter the card number')
    await input(page, 'number').press('4')
    expect(await message(page, 'number').textContent()).toBe('')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Enter the whole card number')
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
    await page.evaluate(() => document.querySelector('sluice-field')!.showServerError('wrong'))
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').focus()
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').fill('5555555555554444')
    expect(await message(page, 'number').textContent()).toBe('')
  })
})

/** What is read of the code besides its name. */
const described = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === 'CVV')?.description?.value
}

describe('help', () => {
  it('is read with its field from the start, and seen while the field has focus and no error', async () => {
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
