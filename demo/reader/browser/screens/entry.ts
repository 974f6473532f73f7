import { make, makeButton } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { Reading } from '../card/keyedCard.ts'
import { makeKeypad } from '../keypad.ts'
import type { Actions } from '../views.ts'
import { promptScreen } from './prompt.ts'
import type { Screen } from './screen.ts'

export interface Entry {
  readonly name: string
  readonly title: string
  readonly lead?: string
  /** Placeholder. */
  readonly example?: string
  readonly withLetters?: boolean
  /** Formats the text while it is entered, and drops surplus characters. */
  readonly write: (text: string) => string
  readonly read: (text: string) => Reading
  readonly done: (value: string) => void
  readonly begun?: () => void
  readonly canGoBack?: boolean
}

const countKeyed = (text: string): number => text.replace(/[^0-9A-Za-z]/g, '').length

/** Puts the caret behind the given number of digits or letters. */
const placeCaret = (field: HTMLInputElement, keyed: number): void => {
  let position = 0
  for (let count = 0; count < keyed && position < field.value.length; position++)
    if (countKeyed(field.value[position]!)) count++
  field.setSelectionRange(position, position)
}

/**
 * A screen with one field and a keypad. The field is a real input, so any keyboard works; `inputMode` none keeps a phone's own keyboard
 * closed.
 */
export const entryScreen = (entry: Entry, flow: Flow, actions: Actions): Screen => {
  const { name, title, lead, example = '', withLetters = false, write, read, done, begun, canGoBack } = entry
  const field = make('input', 'field')
  field.type = 'text'
  field.inputMode = 'none'
  field.autocomplete = 'off'
  field.spellcheck = false
  field.placeholder = example
  field.setAttribute('autocapitalize', 'characters')
  field.setAttribute('aria-label', title)
  field.setAttribute('aria-describedby', 'complaint')
  const complaint = make('p', 'complaint')
  complaint.id = 'complaint'
  complaint.setAttribute('role', 'alert')

  let hasBegun = false
  const put = (text: string): void => {
    field.value = write(text)
    field.removeAttribute('aria-invalid')
    complaint.textContent = ''
    if (hasBegun || field.value === '') return
    hasBegun = true
    begun?.()
  }
  const keys = {
    type: (character: string): void => {
      actions.cue('key')
      put(field.value + character)
    },
    erase: (): void => {
      actions.cue('key')
      // A separator is deleted together with the digit before it.
      put(field.value.replace(/.[^0-9A-Za-z]*$/, ''))
    },
    done: (): void => {
      const reading = read(field.value)
      if ('value' in reading) return done(reading.value)
      field.setAttribute('aria-invalid', 'true')
      complaint.textContent = reading.complaint
      field.focus()
    },
  }
  field.addEventListener('input', () => {
    actions.cue('key')
    const { value, selectionStart } = field
    const before = value.slice(0, selectionStart ?? value.length)
    put(value)
    // An edit in the middle keeps the caret there.
    if (before.length < value.length) placeCaret(field, countKeyed(before))
  })
  const screen = promptScreen({
    name: `entry ${name}`,
    title,
    flow,
    actions,
    ...(lead && { lead }),
    body: [make('div', 'line', field, complaint), makeKeypad(keys, withLetters)],
    foot: canGoBack ? [makeButton('key quiet-key', () => actions.answer('back'), 'Back')] : [],
    start: field,
    // Clears the card data from the page.
    leave: () => {
      field.value = ''
    },
  })
  screen.element.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (target === field) {
      if (key === 'Enter') keys.done()
      else if (key === 'Backspace' && field.selectionStart === field.value.length) {
        event.preventDefault()
        keys.erase()
      }
    } else if (/^[0-9]$/.test(key)) keys.type(key)
    else if (key === 'Backspace') keys.erase()
  })
  return screen
}
