import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openMailbox } from '../../demo/mail/mailbox.ts'
import { consoleUrl } from '../../worker/cli/dev/consoleUrl.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'
import { expect, test } from '../support/fixtures.ts'
import { enterAsOwner } from './tour/pages.ts'

/** What a shop’s owner does most, by keyboard alone and on a phone: each with its outcome, and the inputs that it takes. */

/** Somebody who uses the console with one kind of input. Characters of a text count on their own. */
type Person = {
  readonly inputs: { steps: number; characters: number }
  readonly activate: (target: Locator) => Promise<void>
  readonly type: (field: Locator, text: string) => Promise<void>
  /** Opens a section. */
  readonly open: (section: string, shortcut: string) => Promise<void>
  readonly search: (text: string) => Promise<void>
}

const withKeyboard = (page: Page): Person => {
  const inputs = { steps: 0, characters: 0 }
  const press = async (key: string) => {
    await page.keyboard.press(key)
    inputs.steps++
  }
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let tabs = 0; tabs < 150; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      // Of the radio buttons of a group, the arrow keys choose.
      const isSameGroup = await target.evaluate(
        (element) =>
          element instanceof HTMLInputElement &&
          element.type === 'radio' &&
          document.activeElement instanceof HTMLInputElement &&
          document.activeElement.name === element.name,
      )
      await press(isSameGroup ? 'ArrowDown' : 'Tab')
    }
    throw new Error(`The keyboard does not reach ${String(target)}.`)
  }
  const write = async (text: string) => {
    await page.keyboard.type(text)
    inputs.characters += text.length
  }
  return {
    inputs,
    activate: async (target) => {
      await reach(target)
      const isChoice = await target.evaluate((element) => element instanceof HTMLInputElement)
      await press(isChoice ? 'Space' : 'Enter')
    },
    type: async (field, text) => {
      await reach(field)
      await press('ControlOrMeta+a')
      await write(text)
    },
    open: async (section, shortcut) => {
      if (shortcut === '')
        return withLink(page.getByRole('navigation').getByRole('link', { name: section, exact: true }))
      for (const key of shortcut.split(' ')) await press(key)
    },
    search: async (text) => {
      await press('/')
      await expect(page.locator('.search-input')).toBeFocused()
      await write(text)
      await press('Enter')
    },
  }
  async function withLink(link: Locator) {
    await reach(link)
    await press('Enter')
  }
}

const onPhone = (page: Page): Person => {
  const inputs = { steps: 0, characters: 0 }
  const tap = async (target: Locator) => {
    await target.tap()
    inputs.steps++
  }
  const type = async (field: Locator, text: string) => {
    await tap(field)
    await field.fill('')
    await page.keyboard.type(text)
    inputs.characters += text.length
  }
  const open = async (section: string) => {
    await tap(page.locator('.menu-button'))
    await tap(page.getByRole('navigation').getByRole('link', { name: section, exact: true }))
  }
  return {
    inputs,
    activate: tap,
    type,
    open,
    search: async (text) => {
      if (!(await page.locator('.search-input').isVisible())) await open('Payments')
      await type(page.locator('.search-input'), text)
      await page.keyboard.press('Enter')
      inputs.steps++
    },
  }
}

const people = { 'by keyboard': withKeyboard, 'on a phone': onPhone } as const
/** An amount of its own for each kind of input. */
const amounts = { 'by keyboard': [61.17, 61.27, 61.37], 'on a phone': [62.17, 62.27, 62.37] } as const

const lastMonth = (): { from: Date; to: Date } => {
  const now = new Date()
  return {
    from: new Date(now.getFullYear(), now.getMonth() - 1, 1),
    to: new Date(now.getFullYear(), now.getMonth(), 1),
  }
}

for (const [how, createPerson] of Object.entries(people) as [keyof typeof people, (page: Page) => Person][])
  test(`console: the eight tasks of a shop’s owner ${how}`, async ({ browser, gateway, local, merchant }) => {
    test.setTimeout(240_000)
    const [paid, declined, linked] = amounts[how]
    const isPhone = how === 'on a phone'
    const call = async (method: string, path: string, body?: object) =>
      (await gateway.call(method, path, body)).body as any
    const hook = await call('POST', '/v1/webhook', {
      url: `${merchant.url}/hook`,
      enabled: true,
      subscribedEvents: null,
    })
    const sale = (token: string, value: number) =>
      call('POST', '/v1/transactions/sale', { payment: { token }, amount: { value } })
    const { transactionId } = await sale('test-visa-4242', paid)
    await sale('test-declined-0002', declined)

    const context = await browser.newContext(
      isPhone
        ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
        : { viewport: { width: 1280, height: 900 } },
    )
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const email = `${how.replaceAll(' ', '-')}@shop.example`
    const checkout = new CheckoutPage(page, local.gateway)
    await checkout.open({ items: [{ name: 'Cup', price: linked }], customerInfo: { email }, sendReceipt: true })
    await checkout.fillCard()
    await checkout.pay()
    await checkout.waitForReceipt()

    const origin = consoleUrl(local.gateway)
    await enterAsOwner(page, origin)
    const person = createPerson(page)
    const table: string[] = []
    const task = async (name: string, does: () => Promise<void>) => {
      const before = { ...person.inputs }
      const start = performance.now()
      await does()
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      const steps = person.inputs.steps - before.steps
      table.push(
        `${name}: ${steps} ${isPhone ? 'taps' : 'keys'}, ${person.inputs.characters - before.characters} characters, ${seconds} s`,
      )
    }
    const find = async (text: string, amount: number) => {
      await person.search(text)
      await person.activate(page.getByRole('link', { name: `$${amount.toFixed(2)}` }).first())
      await expect(page.locator('main h1')).toHaveText(`$${amount.toFixed(2)}`)
    }

    await task('find a payment by last four and amount', async () => {
      await find(`4242 ${paid}`, paid)
      expect(page.url()).toBe(`${origin}/test/payments/${transactionId}`)
    })
    await task('refund a part of it', async () => {
      await person.activate(page.locator('[data-action=refund]'))
      const dialog = page.getByRole('dialog')
      await person.type(dialog.getByLabel('Amount'), '10')
      await person.activate(dialog.getByRole('button', { name: /^Refund \$/ }))
      await expect(page.getByText('$10.00 was refunded.', { exact: false })).toBeVisible()
      expect(await call('GET', `/v1/transactions/${transactionId}`)).toMatchObject({ amountCredited: 10 })
    })
    await task('redeliver a webhook', async () => {
      const before = merchant.posts.length
      const deliveries = page.locator('event-deliveries').first()
      await person.activate(deliveries.locator('summary'))
      await person.activate(deliveries.getByRole('button', { name: 'Send again' }))
      await expect.poll(() => merchant.posts.length, { timeout: 30_000 }).toBeGreaterThan(before)
    })
    await task('see why a payment was declined', async () => {
      await find(`${declined}`, declined)
      await expect(
        page
          .locator('main')
          .getByText(/bank|issuer/i)
          .first(),
      ).toBeVisible()
    })
    await task('make a payment link and its QR code', async () => {
      await person.open('Payment links', 'g l')
      await person.activate(page.getByRole('link', { name: 'New payment link' }).first())
      await person.type(page.getByLabel('Amount'), `${linked}`)
      await person.type(page.getByLabel('What is it for?'), 'Cup')
      await person.activate(page.getByRole('button', { name: 'Make link' }))
      await expect(page.getByRole('heading', { name: 'QR code' })).toBeVisible()
      await expect(page.locator('main svg[role=img], main img').first()).toBeVisible()
      const { total } = await call('GET', `/v1/dynamiccheckout/${page.url().split('/').at(-1)}`)
      expect(total).toBe(linked)
    })
    await task('send a receipt again', async () => {
      const mailbox = openMailbox(join(local.state, 'mail'))
      const sent = async () => (await mailbox.list()).filter(({ to }) => to === email).length
      await expect.poll(sent).toBe(1)
      await find(`${linked}`, linked)
      await person.activate(page.locator('[data-action=receipt]'))
      await person.activate(page.getByRole('dialog').getByRole('button', { name: 'Send receipt' }))
      await expect.poll(sent).toBe(2)
    })
    await task('invite a colleague who may refund up to 50', async () => {
      await person.open('Team', '')
      await person.activate(page.getByRole('button', { name: 'Invite a colleague' }))
      const dialog = page.getByRole('dialog')
      await person.type(dialog.getByLabel('Email').first(), email)
      await person.activate(dialog.getByRole('radio', { name: 'Support' }))
      await person.type(dialog.getByLabel('May refund up to'), '50')
      await person.activate(dialog.getByRole('button', { name: 'Make a link' }))
      await expect(dialog.getByLabel('Link')).toHaveValue(/\/invitation#/)
      const invitations = await page.evaluate(async () => (await fetch('/v1/team/invitations')).text())
      expect(JSON.parse(invitations).invitations).toContainEqual(
        expect.objectContaining({ email, role: 'support', refundLimit: 50 }),
      )
      await person.activate(dialog.getByRole('button', { name: 'Done' }))
    })
    await task('export last month', async () => {
      await person.open('Payments', 'g p')
      await person.activate(page.getByRole('button', { name: 'Dates' }))
      const requested = page.waitForRequest((request) => request.url().includes('format=csv'))
      const download = page.waitForEvent('download')
      await person.activate(page.getByRole('button', { name: 'Export last month' }))
      const { searchParams } = new URL((await requested).url())
      const { from, to } = lastMonth()
      expect([searchParams.get('from'), searchParams.get('to')]).toEqual([from.toISOString(), to.toISOString()])
      expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^transactionId,/)
    })
    console.log(`${how}:\n${table.join('\n')}`)
    await call('DELETE', `/v1/webhook/${hook.webhook.id}`)
    await context.close()
  })
