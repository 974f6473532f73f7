import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LAYOUTS } from '#contract/card/framePort'
import { cardLocales } from '../../locales/locales.ts'
import { useBench } from '../../testing/widgetFixture.ts'
import { CARD, CO_BADGED, fillCardForm, openCardForm, showAllErrors } from '../../testing/openCardForm.ts'

/** What a person needs of the form and axe cannot see; what it can see is in axe.test.ts. */

const bench = useBench()
const open = async (width = 448): Promise<Page> => openCardForm(await bench({ width }))
const speak = (page: Page, locale: string) =>
  page.evaluate(
    async ([texts, locale]) => {
      Object.assign(document.documentElement, { lang: locale, dir: texts.direction })
      const form = document.querySelector('sluice-card-form')!
      form.texts = texts
      await form.updateComplete
    },
    [cardLocales[locale]!, locale] as const,
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
      const { labels, optional } = cardLocales[locale]!
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
    await showAllErrors(page)
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
    await fillCardForm(page, CO_BADGED)
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
    await fillCardForm(page, [...CARD.slice(0, 2), '1', ...CARD.slice(3)])
    expect(await said()).toEqual([])

    // The error is the description of the field that gets the focus: said with it, and not a second time.
    await showAllErrors(page)
    await page.evaluate(() => document.querySelector('sluice-card-form')!.focus())
    expect(await said()).toEqual([])
    expect((await textFields(page))[2]).toMatchObject({ description: 'Enter the whole CVV', invalid: 'true' })
    expect(
      await page
        .locator('input')
        .nth(2)
        .evaluate((input) => input === document.activeElement),
    ).toBe(true)

    await fillCardForm(page, CARD)
    await page.evaluate(() => void (document.querySelector('sluice-card-form')!.processing = true))
    expect(await said()).toEqual(['Processing'])
    await page.evaluate(() => {
      const form = document.querySelector('sluice-card-form')!
      form.processing = false
      form.showDecline('')
    })
    expect(await said()).toEqual(['Card declined. Try another card.'])
    await number.fill('378282246310005')
    expect(await said()).toEqual(['American Express'])
    await fillCardForm(page, CO_BADGED)
    expect(await said()).toEqual(['This card works with two networks. You can choose one.'])
    expect(await page.locator(regions).count()).toBe(1)
    expect(await page.locator('[aria-live=assertive], [role=alert]').count()).toBe(0)
  })
})

describe('the size', () => {
  it('of every target is 44 px or more, radio buttons too', async () => {
    const page = await open()
    await fillCardForm(page, CO_BADGED)
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
      form.showFailure('rate_limited', {})
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
    await showAllErrors(page)
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
    await showAllErrors(page)
    expect((await style(page, '.message', '::before')).backgroundColor).not.toBe(canvas)
    // Red is not to be had: the line is thicker.
    expect(await style(page, '.invalid')).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' })
    await page.locator('input').first().focus()
    expect((await style(page, '.control')).outlineStyle).toBe('solid')
    expect((await style(page, '.control')).outlineColor).not.toBe(canvas)
    await fillCardForm(page, CO_BADGED)
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
    await fillCardForm(page, CARD)
    await showAllErrors(page)
    expect(await moving()).toContain('div')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await fillCardForm(page, CO_BADGED)
    expect(await moving()).toEqual([])
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})
