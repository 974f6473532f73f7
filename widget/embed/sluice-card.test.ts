import { describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import type { SluiceCard } from './sluice-card.ts'
import { type WidgetFixture, VALID_CARD, STRICT_CSP, useWidgetFixture } from '../testing/widgetFixture.ts'

const bench = useWidgetFixture()
const form = (attributes = 'required', more = '') =>
  `<form action="/sent" method="post"><sluice-card publishable-key="pk_1" name="token" ${attributes}></sluice-card>${more}<button name="how" value="now">Pay</button></form>`

const open = async (html = form(), options: Parameters<WidgetFixture['open']>[1] = {}): Promise<WidgetFixture> => {
  const b = await bench()
  await b.open(html, options)
  await b.input('number').waitFor()
  return b
}
const pay = (b: WidgetFixture) => b.page.getByRole('button', { name: 'Pay' }).click()
const sent = (b: WidgetFixture) => b.page.waitForURL('**/sent**')
const card = (b: WidgetFixture) => b.page.locator('sluice-card')
const value = (b: WidgetFixture) => card(b).evaluate((element: SluiceCard) => element.value)
const tokenize = (b: WidgetFixture) => card(b).evaluate((element: SluiceCard) => element.tokenize())

it('axe reports no violations for an empty, filled and invalid form', async () => {
  const b = await open(`<main>${form()}</main>`, { csp: '' })
  expect(await axeViolations(b.page)).toEqual([])
  await b.complete()
  expect(await axeViolations(b.page)).toEqual([])
  await b.input('number').fill('1')
  await pay(b)
  await b.frame.locator('#number-message').getByText('Enter the whole card number').waitFor()
  expect(await axeViolations(b.page)).toEqual([])

  // It looks into the frame: what is wrong there is found.
  await b.frame.locator('label').evaluateAll((labels) => labels.forEach((label) => label.remove()))
  expect(await axeViolations(b.page)).toContainEqual(expect.stringMatching(/^label: .*<input/))
})

it('Tab moves through all fields in order, in and out at both ends', async () => {
  const b = await open(`<a href="#a">before</a>${form()}`)
  const stops: string[] = []
  const where = async () =>
    (await b.page.evaluate(() => document.activeElement?.localName)) === 'iframe'
      ? b.frame.locator('input:focus').getAttribute('name')
      : b.page.evaluate(() =>
          document.activeElement === document.body ? null : (document.activeElement?.textContent ?? null),
        )
  const walk = async (key: string, count: number) => {
    for (let presses = 0; presses < count; presses++) {
      const before = stops.at(-1)
      await b.page.keyboard.press(key)
      // Focus crosses from one process to the other, which takes a moment, and for that moment it is nowhere.
      const now = await vi.waitUntil(
        async () => {
          const place = await where()
          return place !== before && place
        },
        { timeout: 10_000 },
      )
      stops.push(now)
    }
  }
  await walk('Tab', 7)
  await walk('Shift+Tab', 6)
  const inside = ['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'postal-code']
  expect(stops).toEqual(['before', ...inside, 'Pay', ...inside.toReversed(), 'before'])
})

describe('submitting', () => {
  it('the card dismisses the browser’s bubble by being valid for a moment, and stays unsubmitted and invalid', async () => {
    const b = await open()
    await b.page.locator('sluice-card:invalid').waitFor()
    await b.page.evaluate(() => {
      const seen: boolean[] = []
      Object.assign(window, { seen })
      const look = () => {
        const isInvalid = document.querySelector('sluice-card')!.matches(':invalid')
        if (seen.at(-1) !== isInvalid) seen.push(isInvalid)
        setTimeout(look, 5)
      }
      look()
    })
    await pay(b)
    await b.frame.locator('#number-message').getByText('Enter the card number').waitFor()
    const seen = () => b.page.evaluate(() => (window as never as { seen: boolean[] }).seen)
    await expect.poll(seen).toEqual([true, false, true])
    expect(b.submittedForms).toEqual([])
  })

  it('submission is blocked for an incomplete optional card', async () => {
    const b = await open(form(''))
    await b.input('number').click()
    await b.page.keyboard.type('4242')
    await b.page.locator('sluice-card:invalid').waitFor()
    await pay(b)
    await b.frame.locator('#number-message').getByText('Enter the whole card number').waitFor()
    expect(b.submittedForms).toEqual([])
  })

  it('submission can be retried unchanged after a lost connection', async () => {
    const b = await open()
    const good = b.tokenResponses[0]!
    b.tokenResponses = ['unreachable', 'unreachable', 'unreachable', good]
    await b.complete()
    await pay(b)
    await b.frame.getByText('No connection. Try again.').first().waitFor()
    expect(await card(b).evaluate((element: SluiceCard) => element.validity.customError)).toBe(true)
    await pay(b)
    await sent(b)
    expect(b.submittedForms).toHaveLength(1)
  })

  it('a button that closes a dialog does not request a token', async () => {
    const b = await open(
      `<dialog open><form method="dialog"><sluice-card publishable-key="pk_1" name="token" required></sluice-card><button formnovalidate>Close</button></form></dialog>`,
    )
    await b.page.getByRole('button').click()
    await b.page.locator('dialog:not([open])').waitFor({ state: 'attached' })
    expect(b.tokenRequests).toEqual([])
  })

  it('submission works in a form in a shadow root', async () => {
    const b = await bench()
    await b.open('<div></div>')
    await b.page.evaluate((html) => {
      document.querySelector('div')!.attachShadow({ mode: 'open' }).innerHTML = html
    }, form())
    await b.input('number').waitFor()
    await b.complete()
    await pay(b)
    await sent(b)
    expect(b.submittedForms[0]?.fields).toMatchObject({ token: expect.any(String), how: 'now' })
  })
})

describe('the token', () => {
  it('a token has network, last four digits and expiry', async () => {
    const b = await open()
    await b.complete()
    expect(await tokenize(b)).toEqual({
      token: expect.any(String),
      network: 'visa',
      last4: '4242',
      expiry: '1244',
    })
  })

  it('a token is requested once and reused while the form is unchanged', async () => {
    const b = await open()
    await b.complete()
    await Promise.all([tokenize(b), tokenize(b)])
    await tokenize(b)
    expect(b.tokenRequests).toHaveLength(1)
  })

  it.each([
    ['editing', (b: WidgetFixture) => b.input('name').press('x')],
    [
      'moving the element',
      (b: WidgetFixture) => b.page.evaluate(() => document.body.append(document.querySelector('form')!)),
    ],
  ])('a token is dropped by %s', async (_, act) => {
    const b = await open()
    await b.complete()
    await tokenize(b)
    expect(await value(b)).not.toBe('')
    await act(b)
    await expect.poll(() => value(b)).toBe('')
  })

  it('a token is dropped after fourteen minutes', async () => {
    const b = await bench({ ownClock: true })
    await b.page.clock.install()
    await b.open(form())
    await b.input('number').waitFor()
    await b.complete()
    await tokenize(b)
    await b.page.clock.runFor(14 * 60_000 - 1000)
    expect(await value(b)).not.toBe('')
    await b.page.clock.runFor(2000)
    expect(await value(b)).toBe('')
  })

  it('a token request for an incomplete card rejects with the sentence for the shopper', async () => {
    const b = await open()
    await expect(tokenize(b)).rejects.toThrow('Complete the card details')
    expect(b.tokenRequests).toEqual([])
  })
})

describe('as a form control', () => {
  it('reset empties the card without an event', async () => {
    const b = await open()
    await b.complete()
    await b.page.evaluate(() => {
      const card = document.querySelector('sluice-card')!
      for (const type of ['input', 'change']) card.addEventListener(type, () => (document.title += type))
      card.form!.reset()
    })
    await expect.poll(() => b.input('number').inputValue()).toBe('')
    expect(await card(b).evaluate((element: SluiceCard) => element.validity.valueMissing)).toBe(true)
    expect(await b.page.title()).toBe('Shop')
  })

  it.each([
    [
      'its own attribute',
      (b: WidgetFixture) => card(b).evaluate((element: SluiceCard) => void (element.disabled = true)),
    ],
    [
      'a fieldset',
      (b: WidgetFixture) =>
        b.page.locator('fieldset').evaluate((set: HTMLFieldSetElement) => void (set.disabled = true)),
    ],
  ])('disabled by %s, the card accepts no input and does not block submission', async (_, disable) => {
    const b = await open(
      `<form action="/sent" method="post"><fieldset><sluice-card publishable-key="pk_1" name="token" required></sluice-card></fieldset><button>Pay</button></form>`,
    )
    await disable(b)
    await b.frame.locator('input[name=cc-number]:disabled').waitFor()
    await pay(b)
    await sent(b)
    expect(b.submittedForms[0]?.fields).toEqual({})
  })

  it('change events contain complete, empty, brand and errors', async () => {
    const b = await open()
    await b.page.evaluate(() => {
      const card = document.querySelector('sluice-card')!
      const changes: unknown[] = []
      card.addEventListener('change', ({ complete, empty, brand, errors }) =>
        changes.push({ complete, empty, brand, errors }),
      )
      Object.assign(window, { changes })
    })
    await b.fillIn({ ...VALID_CARD, expiry: '01/20' })
    await b.input('expiry').fill('12/44')
    await b.page.locator('sluice-card:valid').waitFor()
    const changes = (await b.page.evaluate(() => (window as never as { changes: unknown }).changes)) as object[]
    expect(changes[0]).toEqual({ complete: false, empty: false, brand: 'visa', errors: {} })
    expect(changes).toContainEqual({ complete: false, empty: false, brand: 'visa', errors: { expiry: 'past' } })
    expect(changes.at(-1)).toEqual({ complete: true, empty: false, brand: 'visa', errors: {} })
    expect(JSON.stringify(changes)).not.toContain('4242')
  })

  it('focus and blur events are fired', async () => {
    const b = await open()
    await b.page.evaluate(() => {
      const card = document.querySelector('sluice-card')!
      for (const type of ['focus', 'blur'] as const) card.addEventListener(type, () => (document.title += `,${type}`))
    })
    await b.input('number').click()
    await expect.poll(() => b.page.title()).toBe('Shop,focus')
    await b.page.getByRole('button').focus()
    await expect.poll(() => b.page.title()).toBe('Shop,focus,blur')
  })

  it('no-name and no-postal-code hide their fields', async () => {
    const b = await open(form('required no-name no-postal-code'))
    expect(await b.frame.locator('input').count()).toBe(3)
    await b.complete({ number: '4242424242424242', expiry: '12/44', code: '123' })
    await pay(b)
    await sent(b)
  })
})

describe('its frame', () => {
  it('the frame’s height is reserved, and its load shifts no layout', async () => {
    for (const [width, attributes] of [
      [800, ''],
      [340, ''],
      [800, 'no-name no-postal-code'],
      [340, 'layout="stack" no-name'],
      [800, 'layout="stack"'],
    ] as const) {
      const b = await bench({ width })
      const watch = await b.page.addInitScript(() => {
        const shifts: number[] = []
        new PerformanceObserver((list) =>
          shifts.push(...list.getEntries().map((entry) => (entry as never as { value: number }).value)),
        ).observe({ type: 'layout-shift', buffered: true })
        Object.assign(window, { shifts })
      })
      await b.open(form(attributes))
      await b.input('number').waitFor()
      const inner = await b.frame.locator('body').evaluate((body) => body.getBoundingClientRect().height)
      const outer = await card(b).evaluate((element: SluiceCard) => element.getBoundingClientRect().height)
      expect(outer + 8, `${width} ${attributes}`).toBe(inner)
      expect(await b.page.evaluate(() => (window as never as { shifts: number[] }).shifts)).toEqual([])
      await watch.dispose()
    }
  }, 60_000)

  it('a move empties the form and fires change; moveBefore preserves it', async () => {
    const b = await open(`${form('')}<section></section>`)
    await b.complete()
    await b.page.evaluate(() => {
      const section = document.querySelector('section')! as HTMLElement & {
        moveBefore: (node: Node, child: null) => void
      }
      section.moveBefore(document.querySelector('form')!, null)
    })
    expect(await b.input('number').inputValue()).toBe('4242 4242 4242 4242')
    await b.page.evaluate(() => {
      const card = document.querySelector('sluice-card')!
      card.addEventListener('change', ({ empty }) => (document.title = `empty: ${empty}`))
      document.body.prepend(document.querySelector('form')!)
    })
    expect(await b.page.title()).toBe('empty: true')
    await expect.poll(() => b.input('number').inputValue()).toBe('')
  })

  it('a cloned element has one frame', async () => {
    const b = await open()
    await b.page.evaluate(() => document.body.append(document.querySelector('form')!.cloneNode(true)))
    await expect.poll(() => b.page.locator('iframe').count()).toBe(2)
    await b.page.locator('sluice-card').last().frameLocator('iframe').locator('input').first().waitFor()
  })

  it('the frame has the element’s language and title', async () => {
    const b = await open(form('locale="de-AT"'))
    await b.frame.getByText('Kartennummer').waitFor()
    await expect.poll(() => b.page.locator('iframe').getAttribute('title')).toBe('Kartendaten')
  })

  it.each([false, true])('the frame follows the page’s colour scheme (shopper prefers dark: %s)', async (dark) => {
    const b = await bench({ dark })
    const color = () => b.input('number').evaluate((input) => getComputedStyle(input).color)
    await b.open(form(), { csp: '' })
    await b.input('number').waitFor()
    expect(await color()).toBe('rgb(20, 23, 31)')
    await b.page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'dark'))
    await expect.poll(color).toBe('rgb(238, 240, 244)')
  })

  it('the appearance sets colours only', async () => {
    const looks = { formInputTextColor: 'rgb(1 2 3)', alertColor: 'red;}*{display:none', inputVariant: 'filled' }
    const b = await open(form(`appearance='${JSON.stringify(looks)}'`))
    const style = await b.input('number').evaluate((input) => getComputedStyle(input).color)
    expect(style).toBe('rgb(1, 2, 3)')
    expect(await b.frame.locator('html').getAttribute('data-variant')).toBe('filled')
    expect(b.consoleErrors).toEqual([])
  })
})

it('without the script, content of the elements is shown; with it, only their frames', async () => {
  const b = await bench()
  const names = ['sluice-card', 'sluice-checkout']
  const body = names.map((name) => `<${name} src="https://pay.test/card?"><p>Call us.</p></${name}>`).join('')
  const shown = async () => {
    await b.open(body)
    const content = b.page.getByText('Call us.')
    return [await content.first().isVisible(), await content.last().isVisible()]
  }
  let isBlocked = true
  await b.context.route('https://pay.test/embed.js', (route) => (isBlocked ? route.abort() : route.fallback()))
  expect(await shown()).toEqual([true, true])
  isBlocked = false
  expect(await shown()).toEqual([false, false])
})

describe('unreachable gateway', () => {
  const GIVE_UP_MS = 60_000

  it(
    'the frame is requested three times, then from the fallback gateway',
    async () => {
      const b = await bench({ ownClock: true })
      b.unreachableGateways.add('https://pay.test')
      await b.page.clock.install()
      await b.open(form('fallback-gateway="https://pay-two.test"'))
      for (let seconds = 0; seconds < 30 && !b.frameRequests.includes('https://pay-two.test'); seconds++) {
        await b.page.clock.runFor(1000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      await b.input('number').waitFor()
      expect(b.frameRequests).toEqual([...Array<string>(3).fill('https://pay.test'), 'https://pay-two.test'])
      await b.complete()
      await pay(b)
      await sent(b)
    },
    GIVE_UP_MS,
  )

  it(
    'a load failure shows a text in the page’s language, else English, and fires error',
    async () => {
      const b = await bench({ ownClock: true })
      b.unreachableGateways.add('https://pay.test')
      await b.page.clock.install()
      await b.page.addInitScript(() =>
        addEventListener('error', (event) => 'code' in event && (document.title = String(event.code)), true),
      )
      await b.open(form('locale="es" required'))
      for (let seconds = 0; seconds < 40 && (await b.page.title()) === 'Shop'; seconds++) {
        await b.page.clock.runFor(1000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      expect(await b.page.title()).toBe('load_failed')
      expect(await b.page.locator('iframe').count()).toBe(0)
      const sentence = () => b.page.getByRole('alert').textContent()
      expect(await sentence()).toContain('Formulario de pago no cargado.')
      for (const [locale, words] of [
        ['DE-at', 'Zahlungsformular'],
        ['xx', 'The payment form did not load.'],
      ] as const) {
        await card(b).evaluate((element: SluiceCard, locale) => element.setAttribute('locale', locale), locale)
        expect(await sentence()).toContain(words)
      }
      await pay(b)
      expect(b.submittedForms).toEqual([])

      // The button tries again, and so does a move in the page.
      const retry = b.page.getByRole('button', { name: 'Try again' })
      expect(await axeViolations(b.page)).toEqual([])
      expect((await retry.boundingBox())!.height).toBeGreaterThanOrEqual(44)
      for (const again of [
        () => retry.press('Enter'),
        () => b.page.evaluate(() => document.body.append(document.querySelector('form')!)),
      ]) {
        b.unreachableGateways.clear()
        await again()
        await b.input('number').waitFor()
        expect(await b.page.getByRole('alert').count()).toBe(0)
        expect(await retry.count()).toBe(0)
        expect(b.submittedForms).toEqual([])
        await card(b).evaluate((element: SluiceCard) => element.failed())
        await retry.waitFor()
      }
    },
    GIVE_UP_MS,
  )

  it.each([
    ['an error page', '<!doctype html>Internal error', 500],
    ['half of the frame', '<!doctype html><title>Card details</title><body><script type="module">const form = {', 200],
  ])(
    '%s in place of the frame shows a button that loads the form',
    async (_, body, status) => {
      const b = await bench({ ownClock: true })
      let isBroken = true
      await b.context.route('https://pay.test/card?**', (route) =>
        isBroken ? route.fulfill({ status, contentType: 'text/html', body }) : route.fallback(),
      )
      await b.page.clock.install()
      await b.open(form())
      const retry = b.page.getByRole('button', { name: 'Try again' })
      for (let seconds = 0; seconds < 80 && !(await retry.isVisible()); seconds++) {
        await b.page.clock.runFor(1000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      isBroken = false
      await retry.click()
      await b.page.clock.runFor(1)
      await b.complete()
      await pay(b)
      await sent(b)
    },
    GIVE_UP_MS,
  )

  it(
    'a load failure shows the error slot if there is one',
    async () => {
      const b = await bench({ ownClock: true })
      b.unreachableGateways.add('https://pay.test')
      await b.page.clock.install()
      await b.open(`<sluice-card publishable-key="pk_1"><p slot="error">Call us.</p></sluice-card>`, {
        csp: STRICT_CSP,
      })
      for (let seconds = 0; seconds < 40 && !(await b.page.getByText('Call us.').isVisible()); seconds++) {
        await b.page.clock.runFor(1000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      expect(await b.page.getByText('Call us.').isVisible()).toBe(true)
      expect(await b.page.getByText('The payment form did not load.').isVisible()).toBe(false)
      b.unreachableGateways.clear()
      await b.page.getByRole('button', { name: 'Try again' }).click()
      await b.page.clock.runFor(1)
      await b.input('number').waitFor()
      expect(await b.page.evaluate(() => document.activeElement?.localName)).toBe('iframe')
      expect(await b.page.getByText('Call us.').isVisible()).toBe(false)
    },
    GIVE_UP_MS,
  )
})
