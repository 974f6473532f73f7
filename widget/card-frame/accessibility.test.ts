import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Frame, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Pages } from '#contract/builtPages'
import { LAYOUTS } from '#contract/card/framePort'
import { LOCALES } from '../locales/locales.ts'
import { frameViolations } from '../testing/axe.ts'
import { Bench, useBench } from '../testing/bench.ts'
import { testBrowser } from '../testing/browser.ts'
import { openElement } from '../testing/element.ts'

const CARD = ['4242424242424242', '12/49', '123', 'Robin Miller', '12345']
/** One that runs over two networks, as far as it has to be typed for that. */
const COBADGED = ['4035 5010 0000 0008']

/** Fills in the fields in their order, as a password manager does. */
const fill = (frame: Frame | Page, texts: readonly string[]) =>
  frame.evaluate((texts) => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('sluice-field input[type=text]')]
    for (const [index, text] of texts.entries()) {
      inputs[index]!.value = text
      inputs[index]!.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }, texts)
const report = (frame: Frame | Page) => frame.evaluate(() => document.querySelector('sluice-card-form')!.report())

describe('axe finds nothing', () => {
  /** How to get there from an empty form, and how many of what is then to be seen. */
  const STATES: Record<string, [act: (frame: Frame) => Promise<unknown>, seen: string, count: number]> = {
    empty: [async () => {}, 'input:placeholder-shown', 1],
    filled: [(frame) => fill(frame, CARD), '.mark[data-network=visa]', 1],
    'nothing typed': [report, '.invalid', 4],
    'half typed': [(frame) => fill(frame, ['4242', '1', '1']).then(() => report(frame)), '.invalid', 4],
    'typed wrong': [
      (frame) => fill(frame, ['4242424242424241', '13/49', '123', '1', '12345']).then(() => report(frame)),
      '.invalid',
      2,
    ],
    'out of date': [
      (frame) => fill(frame, [CARD[0]!, '01/20', ...CARD.slice(2)]).then(() => report(frame)),
      '.invalid',
      1,
    ],
    declined: [
      (frame) => frame.evaluate(() => document.querySelector('sluice-card-form')!.declined('')),
      '.general',
      1,
    ],
    'not connected': [
      (frame) => frame.evaluate(() => document.querySelector('sluice-card-form')!.refuse('network', {})),
      '.general',
      1,
    ],
    processing: [
      (frame) =>
        fill(frame, CARD).then(() =>
          frame.evaluate(() => void (document.querySelector('sluice-card-form')!.processing = true)),
        ),
      'form[aria-busy=true] input:read-only',
      5,
    ],
    disabled: [
      (frame) => frame.evaluate(() => void (document.querySelector('sluice-card-form')!.disabled = true)),
      'input:disabled',
      5,
    ],
    'choice of networks': [(frame) => fill(frame, COBADGED), 'input[type=radio]', 2],
    help: [
      (frame) => frame.evaluate(() => void document.querySelectorAll<HTMLElement>('sluice-field input')[2]!.focus()),
      '.help:not(:empty)',
      1,
    ],
  }
  const MERCHANT = {
    formBackgroundColor: '#1d2440',
    formAccentColor: '#ffb454',
    formBorderColor: 'hsl(230 30% 60%)',
    alertColor: '#ff9aa2',
  }
  const THEMES: Record<string, [scheme: 'light' | 'dark', appearance: Record<string, string>]> = {
    light: ['light', {}],
    dark: ['dark', {}],
    'merchant’s colours': ['light', MERCHANT],
    filled: ['light', { inputVariant: 'filled' }],
    standard: ['dark', { inputVariant: 'standard', formBackgroundColor: '#fff4e0' }],
  }
  const LANGUAGES = { ltr: 'en', rtl: 'ar' } as const
  const CASES = Object.keys(THEMES).flatMap((theme) =>
    (theme === 'light' || theme === 'dark' ? (['ltr', 'rtl'] as const) : (['ltr'] as const)).flatMap((direction) =>
      Object.keys(STATES).map((state) => [state, theme, direction] as const),
    ),
  )

  let bench: Bench
  let frame: Frame
  let look = ''
  beforeAll(async () => {
    const folder = inject('built')
    const pages = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as Pages
    const page = await (await testBrowser()).newPage({ viewport: { width: 700, height: 500 }, reducedMotion: 'reduce' })
    bench = new Bench(page.context(), page, pages, folder)
    await bench.start()
    await bench.open('<main><h1>Shop</h1><sluice-card publishable-key="pk_1"></sluice-card></main>', { csp: '' })
    await bench.input('number').waitFor()
    frame = page.frames()[1]!
  })
  afterAll(() => bench.context.close())

  /** Gives the form a theme and a language by its element, if it has another. */
  const dress = async (theme: string, direction: 'ltr' | 'rtl') => {
    if (look === theme + direction) return
    look = theme + direction
    const [scheme, appearance] = THEMES[theme]!
    const ground = scheme === 'dark' ? '#0f1116' : '#fff'
    const given = { scheme, ground, appearance: JSON.stringify(appearance), locale: LANGUAGES[direction] }
    await bench.page.evaluate(({ scheme, ground, appearance, locale }) => {
      document.documentElement.style.cssText = `color-scheme:${scheme};background:${ground}`
      const card = document.querySelector('sluice-card')!
      card.setAttribute('appearance', appearance)
      card.setAttribute('locale', locale)
    }, given)
    await frame.locator(`html[dir=${direction}][data-variant=${appearance['inputVariant'] ?? 'outlined'}]`).waitFor()
    await expect.poll(() => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme)
    // Axe sees a frame by itself: what shines through it has to be behind it there too.
    await frame.evaluate((ground) => (document.documentElement.style.background = ground), ground)
  }

  it.each(CASES)('%s, %s, %s', async (state, theme, direction) => {
    await dress(theme, direction)
    await frame.evaluate(() => {
      const form = document.querySelector('sluice-card-form')!
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      form.disabled = false
      form.processing = false
      form.reset()
    })
    const [act, seen, count] = STATES[state]!
    await act(frame)
    await expect.poll(() => frame.locator(seen).count()).toBe(count)
    expect(await frameViolations(frame, { practices: true })).toEqual([])
  })

  it('in the page around the form', async () => {
    expect(await frameViolations(bench.page.mainFrame(), { practices: true })).toEqual([])
  })
})

const bench = useBench()
const open = async (width = 448): Promise<Page> => {
  const page = await openElement(
    await bench({ width }),
    'widget/testing/cardFormPage.ts',
    '<sluice-card-form></sluice-card-form>',
  )
  await page.locator('input').first().waitFor()
  return page
}
const speak = (page: Page, locale: string) =>
  page.evaluate(
    async ([texts, locale]) => {
      Object.assign(document.documentElement, { lang: locale, dir: texts.direction })
      const form = document.querySelector('sluice-card-form')!
      form.texts = texts
      await form.updateComplete
    },
    [LOCALES[locale]!, locale] as const,
  )

type Spoken = { name: string; description: string; invalid: string; required: boolean }
/** What assistive technology is told of each text field, from the browser's own accessibility tree. */
const textFields = async (page: Page): Promise<Spoken[]> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role }) => !ignored && role?.value === 'textbox')
    .map(({ name, description, properties = [] }) => {
      const property = (wanted: string) => properties.find(({ name }) => name === wanted)?.value.value as unknown
      return {
        name: String(name?.value),
        description: String(description?.value ?? ''),
        invalid: String(property('invalid')),
        required: Boolean(property('required')),
      }
    })
}

describe('every field tells assistive technology', () => {
  it('its label as its name, and whether it is required', async () => {
    const page = await open()
    for (const locale of ['en', 'de', 'ar']) {
      await speak(page, locale)
      const { labels, optional } = LOCALES[locale]!
      const spoken = await textFields(page)
      expect(spoken.map(({ name, required }) => [name.replaceAll(/\s+/g, ' '), required])).toEqual([
        [labels.number, true],
        [labels.expiry, true],
        [labels.code, true],
        [labels.name, true],
        [`${labels.postalCode} ${optional}`, false],
      ])
      expect(new Set(spoken.map(({ invalid }) => invalid))).toEqual(new Set(['false']))
    }
  })

  it.each(LAYOUTS)('its own error as its description, also where another’s stands in the line (%s)', async (layout) => {
    const page = await open()
    await page.evaluate((layout) => void (document.querySelector('sluice-card-form')!.layout = layout), layout)
    await report(page)
    const spoken = await textFields(page)
    expect(spoken.map(({ description, invalid }) => [description, invalid])).toEqual([
      ['Enter the card number', 'true'],
      ['Enter the expiry date', 'true'],
      ['Enter the CVV', 'true'],
      ['Enter the name on the card', 'true'],
      ['', 'false'],
    ])
  })

  it('where its code is printed, while the code is being typed', async () => {
    const page = await open()
    await page.locator('input').nth(2).focus()
    await page.locator('.help:not(:empty)').waitFor()
    expect((await textFields(page))[2]?.description).toBe('CVV: 3 digits on the back of the card')
  })
})

/** The field that has the focus. */
const where = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    const kind = activeElement?.closest('sluice-field')?.kind.name ?? ''
    return activeElement instanceof HTMLInputElement && activeElement.type === 'radio' ? 'choice' : kind
  })

describe('the order', () => {
  it('of stops is that of the fields, with the choice of networks behind the number, forth and back', async () => {
    const page = await open()
    await fill(page, COBADGED)
    await page.locator('input[type=radio]').first().waitFor()
    const stops = ['number', 'choice', 'expiry', 'code', 'name', 'postalCode']
    const walk = async (key: string, count: number) => {
      const seen: string[] = []
      for (let presses = 0; presses < count; presses++) {
        await page.keyboard.press(key)
        seen.push(await where(page))
      }
      return seen
    }
    expect(await walk('Tab', 6)).toEqual(stops)
    expect(await walk('Shift+Tab', 5)).toEqual(stops.toReversed().slice(1))
  })

  it.each(['en', 'ar'])('in which the fields are read is that in which they are seen (%s)', async (locale) => {
    const page = await open()
    await speak(page, locale)
    for (const layout of LAYOUTS)
      for (const width of [328, 388, 448]) {
        await page.setViewportSize({ width, height: 700 })
        const order = await page.evaluate(async (layout) => {
          const form = document.querySelector('sluice-card-form')!
          form.layout = layout
          await form.updateComplete
          const forward = document.documentElement.dir === 'rtl' ? -1 : 1
          return [...form.querySelectorAll('label')].map((label) => {
            const { top, left } = label.getBoundingClientRect()
            return [top, left * forward]
          })
        }, layout)
        expect(
          order.toSorted(([a, b], [c, d]) => a! - c! || b! - d!),
          `${layout} ${width}`,
        ).toEqual(order)
      }
  })

  it('is never left by itself: a field that is full keeps the focus', async () => {
    const page = await open()
    for (const [index, text] of ['4242424242424242', '1249', '1234'].entries()) {
      const input = page.locator('input[type=text]').nth(index)
      await input.click()
      await page.keyboard.type(text)
      await expect.poll(() => input.evaluate((input) => input === document.activeElement)).toBe(true)
    }
  })
})

describe('what is said', () => {
  const regions = '[aria-live], [role=status], [role=alert], [role=log], [role=timer], [role=marquee], output'

  it('comes from one polite place, a sentence for each news and nothing twice, and never a digit of the card', async () => {
    const page = await open()
    await page.evaluate(() => {
      const said: string[] = []
      const status = document.querySelector('[role=status]')!
      new MutationObserver(() => said.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      })
      Object.assign(window, { said })
    })
    const said = async () => {
      await page.evaluate(() => document.querySelector('sluice-card-form')!.updateComplete)
      return page.evaluate(() => (window as never as { said: string[] }).said.splice(0).filter((text) => text))
    }
    const number = page.locator('input').first()
    await number.pressSequentially('4242424242424242')
    expect(await said()).toEqual(['Visa'])
    await fill(page, [...CARD.slice(0, 2), '1', ...CARD.slice(3)])
    expect(await said()).toEqual([])

    // The error is the description of the field that gets the focus: said with it, and not a second time.
    await report(page)
    await page.evaluate(() => document.querySelector('sluice-card-form')!.focus())
    expect(await said()).toEqual([])
    expect((await textFields(page))[2]).toMatchObject({ description: 'Enter the whole CVV', invalid: 'true' })
    expect(
      await page
        .locator('input')
        .nth(2)
        .evaluate((input) => input === document.activeElement),
    ).toBe(true)

    await fill(page, CARD)
    await page.evaluate(() => void (document.querySelector('sluice-card-form')!.processing = true))
    expect(await said()).toEqual(['Processing'])
    await page.evaluate(() => {
      const form = document.querySelector('sluice-card-form')!
      form.processing = false
      form.declined('')
    })
    expect(await said()).toEqual(['Card declined. Try another card.'])
    await number.fill('378282246310005')
    expect(await said()).toEqual(['American Express'])
    await fill(page, COBADGED)
    expect(await said()).toEqual(['This card works with two networks. You can choose one.'])
    expect(await page.locator(regions).count()).toBe(1)
    expect(await page.locator('[aria-live=assertive], [role=alert]').count()).toBe(0)
  })
})

describe('the size', () => {
  it('of every target is 44 px or more, radio buttons too', async () => {
    const page = await open()
    await fill(page, COBADGED)
    await page.locator('input[type=radio]').first().waitFor()
    for (const layout of LAYOUTS)
      for (const width of [288, 388, 448]) {
        await page.setViewportSize({ width, height: 700 })
        const small = await page.evaluate(async (layout) => {
          const form = document.querySelector('sluice-card-form')!
          form.layout = layout
          await form.updateComplete
          return [...form.querySelectorAll('input')]
            .map((input) => ({ name: input.name, box: input.getBoundingClientRect() }))
            .filter(({ box }) => box.width < 44 || box.height < 44)
        }, layout)
        expect(small, `${layout} ${width}`).toEqual([])
      }
  })
})

/** What lies over something else, is cut off, or makes the page wider than the window. */
const defects = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const page = document.documentElement
    if (page.scrollWidth > page.clientWidth)
      found.push(`the page is ${page.scrollWidth - page.clientWidth} px too wide`)
    const pieces = [...document.querySelectorAll<HTMLElement>('label, .control, .message')]
      .filter(
        (element) => getComputedStyle(element).visibility === 'visible' && element.textContent + element.className,
      )
      .filter((element) => !element.matches('.message:empty'))
      .map((element) => ({ element, box: element.getBoundingClientRect(), text: element.textContent.trim() }))
    for (const { element, box, text } of pieces) {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
      if (text && (scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1)) found.push(`cut: ${text}`)
      if (box.left < 0 || box.right > page.clientWidth + 0.5) found.push(`outside: ${text || element.className}`)
    }
    for (const [index, a] of pieces.entries())
      for (const b of pieces.slice(index + 1)) {
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        // Fields of one row share their edge.
        if (across > 2 && down > 2) found.push(`${a.text || 'a field'} over ${b.text || 'a field'}`)
      }
    return found
  })

/** Every layout, in errors and then with a sentence about the whole form. */
const everywhere = async (page: Page, locale: string, note: string) => {
  await speak(page, locale)
  for (const layout of LAYOUTS) {
    await page.evaluate(async (layout) => {
      const form = document.querySelector('sluice-card-form')!
      form.layout = layout
      form.report()
      await form.updateComplete
    }, layout)
    expect(await defects(page), `${note} ${locale} ${layout} errors`).toEqual([])
    await page.evaluate(async () => {
      const form = document.querySelector('sluice-card-form')!
      form.reset()
      form.refuse('rate_limited', {})
      await form.updateComplete
    })
    expect(await defects(page), `${note} ${locale} ${layout} sentence`).toEqual([])
  }
}

describe('nothing is cut, covered or out of reach', () => {
  it('at 400 % of zoom, in a window of 320 px', async () => {
    const page = await open(320)
    for (const locale of ['en', 'de', 'ar']) await everywhere(page, locale, '320')
    // A frame in a column of a merchant’s.
    await page.setViewportSize({ width: 264, height: 700 })
    await everywhere(page, 'en', '264')
  })

  it('with text at 200 %', async () => {
    const page = await open(640)
    await page.addStyleTag({ content: ':root{font-size:200%!important}' })
    expect(
      await page
        .locator('label')
        .first()
        .evaluate((label) => getComputedStyle(label).fontSize),
    ).toBe('26px')
    for (const width of [640, 900])
      for (const locale of ['en', 'de', 'ar']) {
        await page.setViewportSize({ width, height: 900 })
        await everywhere(page, locale, String(width))
      }
  })

  it('with the text spacing of WCAG 1.4.12', async () => {
    const page = await open()
    await page.addStyleTag({
      content:
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    })
    for (const width of [320, 388, 448])
      for (const locale of ['en', 'de']) {
        await page.setViewportSize({ width, height: 900 })
        await everywhere(page, locale, String(width))
      }
  })

  it('where the focus is: its whole ring is seen, in front of everything', async () => {
    const page = await open()
    await report(page)
    for (const layout of LAYOUTS) {
      await page.evaluate((layout) => void (document.querySelector('sluice-card-form')!.layout = layout), layout)
      for (let index = 0; index < 5; index++) {
        const input = page.locator('input').nth(index)
        await input.focus()
        const seen = await input.evaluate((input) => {
          const control = input.closest('.control')!
          const { outlineWidth, outlineOffset, zIndex } = getComputedStyle(control)
          const { left, right, top, bottom } = control.getBoundingClientRect()
          const inside = left >= 4 && top + scrollY >= 4 && right <= innerWidth - 4
          const ends = [
            [left + 2, top + 24],
            [right - 2, top + 24],
            [(left + right) / 2, bottom - 2],
          ] as const
          const front = ends.every(([x, y]) => control.contains(document.elementFromPoint(x, y)))
          return { outlineWidth, outlineOffset, inside, front, above: Number(zIndex) > 2 }
        })
        expect(seen, `${layout} ${index}`).toEqual({
          outlineWidth: '2px',
          outlineOffset: '2px',
          inside: true,
          front: true,
          above: true,
        })
      }
    }
  })
})

/** What of an element's style the tests below look at. */
const LOOKS = [
  'borderColor',
  'borderTopWidth',
  'borderBottomWidth',
  'outlineStyle',
  'outlineColor',
  'outlineWidth',
  'backgroundColor',
  'color',
  'opacity',
] as const
const style = (page: Page, selector: string, pseudo = '') =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, [pseudo, looks]) => {
        const computed = getComputedStyle(element, pseudo)
        return Object.fromEntries(looks.map((look) => [look, computed[look]])) as Record<(typeof looks)[number], string>
      },
      [pseudo, LOOKS] as const,
    )

describe('the shopper’s settings', () => {
  it('forced colours: edges, errors, focus, and the chosen network are seen', async () => {
    const page = await open()
    await page.emulateMedia({ forcedColors: 'active' })
    const canvas = await page.evaluate(() => {
      document.body.style.color = 'Canvas'
      const { color } = getComputedStyle(document.body)
      document.body.style.color = ''
      return color
    })
    for (const variant of ['outlined', 'filled', 'standard']) {
      await page.evaluate((variant) => (document.documentElement.dataset['variant'] = variant), variant)
      const control = await style(page, '.control')
      expect(control.borderBottomWidth).toBe('1px')
      expect(control.borderColor).not.toContain(canvas)
    }
    await page.evaluate(() => (document.documentElement.dataset['variant'] = 'outlined'))
    await report(page)
    expect((await style(page, '.message', '::before')).backgroundColor).not.toBe(canvas)
    // Red is not to be had: the line is thicker.
    expect(await style(page, '.invalid')).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' })
    await page.locator('input').first().focus()
    expect((await style(page, '.control')).outlineStyle).toBe('solid')
    expect((await style(page, '.control')).outlineColor).not.toBe(canvas)
    await fill(page, COBADGED)
    const radio = page.locator('input[type=radio]').first()
    const chosen = 'input[type=radio] + *'
    await radio.waitFor()
    expect((await style(page, chosen)).outlineStyle).toBe('none')
    await radio.click()
    expect((await style(page, chosen)).outlineStyle).toBe('solid')
    expect((await style(page, chosen)).outlineColor).not.toBe(canvas)
  })

  it('more contrast: edges, icons and small print are as strong as text', async () => {
    const page = await open()
    const text = (await style(page, 'label')).color
    expect((await style(page, '.control')).borderColor).not.toBe(text)
    await page.emulateMedia({ contrast: 'more' })
    await expect.poll(async () => (await style(page, '.control')).borderColor).toBe(text)
    for (const quiet of ['.mark', '.optional']) expect((await style(page, quiet)).color).toBe(text)
    expect((await style(page, 'input', '::placeholder')).color).toBe(text)
  })

  it('less motion: nothing moves or fades', async () => {
    const page = await open()
    const moving = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) =>
          ['', '::before', '::after', '::placeholder'].flatMap((pseudo) => {
            const { transitionDuration, animationName, transitionProperty } = getComputedStyle(element, pseudo)
            const still = /^(0s(, )?)+$/.test(transitionDuration) || transitionProperty === 'none'
            return still && animationName === 'none' ? [] : [`${element.localName}${pseudo}`]
          }),
        ),
      )
    await fill(page, CARD)
    await report(page)
    expect(await moving()).toContain('div')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await fill(page, COBADGED)
    expect(await moving()).toEqual([])
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})
