import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { EXPIRY_SPELLINGS, SPELLINGS_NOW } from '#contract/card/expirySpellings.fixture'
import { inputSelector } from '../../testing/inputSelector.ts'
import { openFields } from '../../testing/openCardForm.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const open = async (): Promise<Page> => {
  const fixture = await openFixture()
  await fixture.page.clock.setFixedTime(SPELLINGS_NOW)
  const page = await openFields(fixture, ['expiry'])
  await page.locator(inputSelector('expiry')).focus()
  return page
}

/** Empties the field, and afterwards reads the date as MMYY, or its error. */
const reset = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector('sluice-field')!
    field.clear()
    field.querySelector('input')!.focus()
  })
const outcome = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector('sluice-field')!
    return field.currentError ?? field.kind.toApi(field.value)
  })

/** Writes like a script, or like autofill in Chromium. */
const write = (page: Page, text: string, events: string[]) =>
  page.locator(inputSelector('expiry')).evaluate(
    (input: HTMLInputElement, { text, events }) => {
      input.value = text
      for (const type of events) {
        const init = { bubbles: true, inputType: 'insertReplacementText' }
        input.dispatchEvent(type === 'input' ? new InputEvent(type, init) : new Event(type, init))
      }
    },
    { text, events },
  )

const WAYS: Record<string, (page: Page, text: string) => Promise<unknown>> = {
  'typed key by key': (page, text) => page.locator(inputSelector('expiry')).pressSequentially(text),
  pasted: async (page, text) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await page.keyboard.press('Control+v')
  },
  autofilled: (page, text) => write(page, text, ['keydown', 'input', 'keyup', 'change', 'blur']),
  'set by a script': (page, text) => write(page, text, ['change']),
}

it.each(Object.keys(WAYS))('each spelling of an expiry, %s, gives the listed date or error', async (way) => {
  const page = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const found: [string, string][] = []
  for (const [text] of EXPIRY_SPELLINGS) {
    await reset(page)
    await WAYS[way]!(page, text)
    found.push([text, await outcome(page)])
  }
  expect(found).toEqual(EXPIRY_SPELLINGS)
})
