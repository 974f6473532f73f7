import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FieldName } from '#contract/card/framePort'
import { networkFacts, networkOf } from '#contract/card/networks'
import { formatCardNumber } from '../../card/formatCardNumber.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { inputSelector } from '../../testing/inputSelector.ts'
import { openFields } from '../../testing/openCardForm.ts'

const openFixture = useWidgetFixture()

const open = async (...kinds: FieldName[]): Promise<Page> => openFields(await openFixture(), kinds)

const input = (page: Page, name: FieldName) => page.locator(inputSelector(name))
const message = (page: Page, name: FieldName) => page.locator(`#${name}-message`)

/** A field's text with the caret as `|`, or the selection between two `|`. */
const print = (page: Page, name: FieldName = 'number') =>
  input(page, name).evaluate((element: HTMLInputElement) => {
    const { value, selectionStart, selectionEnd } = element
    const [start, end] = [selectionStart!, selectionEnd!]
    const selected = start < end ? `${value.slice(start, end)}|` : ''
    return `${value.slice(0, start)}|${selected}${value.slice(end)}`
  })

const select = (page: Page, start: number, end = start, name: FieldName = 'number') =>
  input(page, name).evaluate(
    (element: HTMLInputElement, [start, end]) => {
      element.focus()
      element.setSelectionRange(start!, end!)
    },
    [start, end],
  )

/** Runs an editing command of the browser, as from its menus or the keys of any platform. */
const command = async (page: Page, name: string) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [name] })
  await session.detach()
}

/** Screen position of an index in a field's text. */
const point = (page: Page, name: FieldName, index: number) =>
  input(page, name).evaluate((element: HTMLInputElement, index) => {
    const { left, top, height } = element.getBoundingClientRect()
    const copy = document.createElement('span')
    const style = getComputedStyle(element)
    for (const name of ['font', 'fontVariantNumeric', 'letterSpacing'] as const) copy.style[name] = style[name]
    copy.style.whiteSpace = 'pre'
    copy.textContent = element.value.slice(0, index)
    document.body.append(copy)
    const width = copy.getBoundingClientRect().width
    copy.remove()
    return { x: left + Number.parseFloat(style.paddingLeft) + width, y: top + height / 2 }
  }, index)

const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 5, from.y)
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
}

const compose = async (page: Page, texts: string[]) => {
  const session = await page.context().newCDPSession(page)
  for (const text of texts) {
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
  return (text: string) => session.send('Input.insertText', { text })
}

const recordInputs = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector('sluice-field')!
    const inputs: string[] = []
    Object.assign(window, { inputs })
    field.addEventListener('input', () => inputs.push(`${field.value}: ${field.currentError}`))
  })

/** Sets the value of each input in one task, and fires the given events. */
const write = (page: Page, values: string[], events: string[]) =>
  page.evaluate(
    ([values, events]) => {
      for (const [index, element] of document.querySelectorAll('input').entries()) {
        element.value = values[index]!
        for (const type of events) element.dispatchEvent(new Event(type, { bubbles: true }))
      }
    },
    [values, events] as const,
  )

/** Caret index after `count` digits of a text; after a following separator if `skip`. */
const caretAfter = (text: string, count: number, skip: boolean) => {
  let index = 0
  for (let seen = 0; seen < count; index++) if (text[index] !== ' ') seen++
  return skip && count > 0 && text[index] === ' ' ? index + 1 : index
}
const isTooLong = (digits: string) => digits.length > networkFacts(networkOf(digits)).lengths.at(-1)!

describe('editing by keyboard', () => {
  it.each(['4242424242424242', '378282246310005', '4444333322221111455'])(
    'each key at any position of %s keeps the caret, and is undone and redone',
    async (number) => {
      const page = await open('number')
      await page.evaluate(() => {
        const seen: string[] = []
        Object.assign(window, { seen })
        document.addEventListener('keyup', ({ key, target }) => {
          const { value, selectionStart, selectionEnd } = target as HTMLInputElement
          if (!/Control|Shift/.test(key)) seen.push(`${value} ${selectionStart} ${selectionEnd}`)
        })
      })
      await input(page, 'number').fill(number)
      const text = formatCardNumber(number)
      const expected: string[] = []
      const press = async (key: string, [value, caret]: readonly [string, number]) => {
        await page.keyboard.press(key)
        expected.push(`${value} ${caret} ${caret}`)
      }
      for (let caret = 0; caret <= text.length; caret++) {
        const start = [text, caret] as const
        const count = text.slice(0, caret).replaceAll(' ', '').length
        const [left, right] = [number.slice(0, count), number.slice(count)]
        const after = (left: string, right: string, skip: boolean) => {
          const value = formatCardNumber(left + right)
          return [value, caretAfter(value, left.length, skip)] as const
        }
        await select(page, caret)
        if (isTooLong(`${left}7${right}`)) {
          await press('7', after(left, right, true))
          await select(page, caret)
        } else {
          await press('7', after(`${left}7`, right, true))
          await press('Control+z', start)
          await press('Control+Shift+z', after(`${left}7`, right, true))
          await press('Control+z', start)
          await press('Control+y', after(`${left}7`, right, true))
          await press('Control+z', start)
        }
        if (left) {
          await press('Backspace', after(left.slice(0, -1), right, false))
          await press('Control+z', start)
        }
        if (right) {
          await press('Delete', after(left, right.slice(1), true))
          await press('Control+z', start)
        }
      }
      expect(await page.evaluate(() => (window as never as { seen: string[] }).seen)).toEqual(expected)
    },
  )

  it.each([
    ['deleteWordBackward', '4242 4242|', '4242|'],
    ['deleteWordBackward', '4242 |4242', '|4242'],
    ['deleteWordForward', '4242 |4242', '4242|'],
    ['deleteToBeginningOfLine', '4242 42|42', '|42'],
    ['deleteToEndOfLine', '4242 42|42', '4242 42|'],
  ])('%s at %s leaves %s, and is undone', async (name, before, after) => {
    const page = await open('number')
    await input(page, 'number').fill(before.replace('|', ''))
    await select(page, before.indexOf('|'))
    await command(page, name)
    expect(await print(page)).toBe(after)
    await page.keyboard.press('Control+z')
    expect(await print(page)).toBe(before)
  })

  it('undo reverts consecutive typing in one step and consecutive deletions in another', async () => {
    const page = await open('number', 'name')
    await input(page, 'number').pressSequentially('424242')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+z')
    expect(await print(page)).toBe('4242 42|')
    await page.keyboard.press('Control+z')
    expect(await print(page)).toBe('|')
    await page.keyboard.press('Control+z')
    expect(await print(page)).toBe('|')
    await page.keyboard.press('Control+y')
    expect(await print(page)).toBe('4242 42|')
    await command(page, 'undo')
    expect(await print(page)).toBe('|')
  })

  it('Ctrl+Z undoes by the typed letter, on QWERTZ and Cyrillic layouts', async () => {
    const page = await open('number')
    const session = await page.context().newCDPSession(page)
    for (const [key, code] of [
      ['z', 'KeyY'],
      ['я', 'KeyZ'],
    ]) {
      await input(page, 'number').pressSequentially('42')
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        modifiers: 2,
        key: key!,
        code: code!,
        windowsVirtualKeyCode: 90,
      })
      expect(await print(page)).toBe('|')
    }
  })

  it('undo and redo fire input and update the error', async () => {
    const page = await open('number')
    await input(page, 'number').fill('4242424242424241')
    await input(page, 'number').fill('4242424242424242')
    await page.evaluate(() => {
      const field = document.querySelector('sluice-field')!
      field.addEventListener('input', () => (document.title = String(field.currentError)))
    })
    await page.keyboard.press('Control+z')
    expect(await page.title()).toBe('wrong')
    await input(page, 'number').blur()
    expect(await message(page, 'number').textContent()).toBe('Check the card number')
    await input(page, 'number').press('Control+y')
    expect(await page.title()).toBe('null')
    expect(await message(page, 'number').textContent()).toBe('')
  })

  it('undo restores neither values cleared by a reset nor a security code', async () => {
    const page = await open('number', 'code')
    for (const name of ['number', 'code'] as const) {
      await input(page, name).pressSequentially('123')
      if (name === 'code') await input(page, name).press('Backspace')
      const left = await print(page, name)
      if (name === 'code') {
        await page.keyboard.press('Control+z')
        await command(page, 'undo')
        expect(await print(page, name)).toBe(left)
      }
      await page.evaluate(() => document.querySelectorAll('sluice-field').forEach((field) => field.clear()))
      for (const [key, way] of [
        ['Control+z', 'undo'],
        ['Control+y', 'redo'],
      ] as const) {
        await page.keyboard.press(key)
        await command(page, way)
        expect(await print(page, name)).toBe('|')
      }
    }
  })

  it('undo has no effect in a locked field', async () => {
    const page = await open('number')
    await input(page, 'number').fill('4242')
    await page.evaluate(() => (document.querySelector('sluice-field')!.locked = true))
    await input(page, 'number').press('Control+z')
    expect(await print(page)).toBe('4242|')
    await page.evaluate(() => (document.querySelector('sluice-field')!.locked = false))
    await input(page, 'number').press('Control+z')
    expect(await print(page)).toBe('|')
  })
})

describe('editing by clipboard and drag', () => {
  it('cut and paste work at another position and over a selection', async () => {
    const page = await open('number')
    await input(page, 'number').fill('4242111122223333')
    await select(page, 5, 9)
    await page.keyboard.press('Control+x')
    expect(await print(page)).toBe('4242| 2222 3333')
    await page.keyboard.press('End')
    await page.keyboard.press('Control+v')
    expect(await print(page)).toBe('4242 2222 3333 1111|')
    await select(page, 0, 9)
    await page.keyboard.press('Control+v')
    expect(await print(page)).toBe('1111 |3333 1111')
    for (const before of ['|4242 2222| 3333 1111', '4242 2222 3333|', '4242 |1111| 2222 3333']) {
      await page.keyboard.press('Control+z')
      expect(await print(page)).toBe(before)
    }
  })

  it('a paste with separators replaces the selection', async () => {
    const page = await open('number')
    await input(page, 'number').fill('4242424242424242')
    await select(page, 5, 9)
    await page.keyboard.insertText('1-1.1 1')
    expect(await print(page)).toBe('4242 1111 |4242 4242')
  })

  it('a drag within a card number moves the digits in one undo step', async () => {
    const page = await open('number')
    await input(page, 'number').fill('4242111122223333')
    await select(page, 5, 9)
    await drag(page, await point(page, 'number', 7), await point(page, 'number', 17))
    expect(await print(page)).toBe('4242 2222 3311 11|33')
    await page.keyboard.press('Control+z')
    expect(await print(page)).toBe('4242 |1111| 2222 3333')
  })

  it('a drag between two fields formats both', async () => {
    const page = await open('number', 'expiry')
    await input(page, 'number').fill('4242123022223333')
    await select(page, 5, 9)
    await drag(page, await point(page, 'number', 7), await point(page, 'expiry', 0))
    await expect.poll(() => input(page, 'number').inputValue()).toBe('4242 2222 3333')
    expect(await print(page, 'expiry')).toBe('12 / 30|')
    expect(await message(page, 'number').textContent()).toBe('Enter the whole card number')
  })
})

describe('IME composition', () => {
  it('IME composition is formatted once, at its end', async () => {
    const page = await open('number')
    await input(page, 'number').focus()
    await recordInputs(page)
    const commit = await compose(page, ['４２４２４', '４２４２４２４２４２４２４２４２'])
    expect(await print(page)).toBe('４２４２４２４２４２４２４２４２|')
    await commit('４２４２４２４２４２４２４２４２')
    expect(await print(page)).toBe('4242 4242 4242 4242|')
    expect(await page.evaluate(() => (window as never as { inputs: string[] }).inputs)).toEqual([
      '４２４２４: incomplete',
      '４２４２４２４２４２４２４２４２: null',
      '４２４２４２４２４２４２４２４２: null',
    ])
    await page.keyboard.press('Control+z')
    expect(await print(page)).toBe('|')
  })

  it('IME composition in the middle of a number keeps the caret', async () => {
    const page = await open('number')
    await input(page, 'number').fill('42424242')
    await select(page, 5)
    const commit = await compose(page, ['9', '99'])
    await commit('99')
    expect(await print(page)).toBe('4242 99|42 42')
    await page.keyboard.press('Control+z')
    expect(await print(page)).toBe('4242 |4242')
  })

  it('blur ends an unfinished IME composition', async () => {
    const page = await open('number', 'expiry')
    await input(page, 'expiry').focus()
    await compose(page, ['1', '12', '1230'])
    expect(await print(page, 'expiry')).toBe('1230|')
    await input(page, 'number').focus()
    expect(await input(page, 'expiry').inputValue()).toBe('12 / 30')
    expect(await message(page, 'expiry').textContent()).toBe('')
  })

  it('IME composition of too many digits fires input with the shortened value', async () => {
    const page = await open('number')
    await input(page, 'number').focus()
    await recordInputs(page)
    const commit = await compose(page, ['55555555555544449'])
    await commit('55555555555544449')
    expect(await print(page)).toBe('5555 5555 5555 4444|')
    const all = await page.evaluate(() => (window as never as { inputs: string[] }).inputs)
    expect(all.at(-1)).toBe('5555 5555 5555 4444: null')
  })
})

describe('values written by scripts and password managers', () => {
  it.each([[['input']], [['input', 'change']], [['change']], [['focus', 'blur']]])(
    'values written by a script with the events %j are formatted, three times in a row',
    async (events) => {
      const page = await open('number', 'expiry', 'code')
      const values = () => page.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
      await write(page, ['4444333322221111455', '12/2044', '123'], events)
      expect(await values()).toEqual(['4444 3333 2222 1111 455', '12 / 44', '123'])
      await write(page, ['3782 822463 10005', '2043-11', '1234'], events)
      expect(await values()).toEqual(['3782 822463 10005', '11 / 43', '1234'])
      await write(page, ['4242-4242-4242-4242', '0142', '321'], events)
      expect(await values()).toEqual(['4242 4242 4242 4242', '01 / 42', '321'])
      expect(await page.locator('.message').allTextContents()).toEqual(['', '', ''])
    },
  )

  it('a value written with change and blur fires one input event', async () => {
    const page = await open('number')
    await page.evaluate(() => document.addEventListener('input', () => (document.title += '!')))
    await write(page, ['4242424242424242'], ['change', 'blur'])
    expect(await page.title()).toBe('Element!')
  })

  it('a value written by a script can be undone', async () => {
    const page = await open('number')
    await input(page, 'number').pressSequentially('4242')
    await write(page, ['378282246310005'], ['input'])
    await page.keyboard.press('Control+z')
    expect(await print(page)).toBe('4242|')
  })
})
