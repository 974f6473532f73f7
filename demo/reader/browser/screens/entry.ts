import { make, makeButton } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import type { Reading } from '../card/keyedCard.ts'
import { makeKeypad } from '../keypad.ts'
import type { Acts } from '../views.ts'
import { promptScreen } from './prompt.ts'
import type { Screen } from './screen.ts'

export interface Entry {
  readonly name: string
  readonly title: string
  readonly lead?: string
  /** Shows how it is written, where nothing is written yet. */
  readonly example?: string
  readonly withLetters?: boolean
  /** How it is shown while it is keyed in; what is too much is left out. */
  readonly write: (text: string) => string
  readonly read: (text: string) => Reading
  readonly done: (value: string) => void
  readonly begun?: () => void
  readonly canGoBack?: boolean
}

const countKeyed = (text: string): number => text.replace(/[^0-9A-Za-z]/g, '').length

/** Behind so many digits or letters. */
const placeCaret = (field: HTMLInputElement, keyed: number): void => {
  let place = 0
  for (let seen = 0; seen < keyed && place < field.value.length; place++) if (countKeyed(field.value[place]!)) seen++
  field.setSelectionRange(place, place)
}

/**
 * One thing to key in, by finger or by keyboard. The field is a real one, so that every way to type works; a phone does not bring its own
 * keyboard up, since the keys are there already.
 */
export const entryScreen = (entry: Entry, flow: Flow, acts: Acts): Screen => {
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
      acts.cue('key')
      put(field.value + character)
    },
    erase: (): void => {
      acts.cue('key')
      // What stands between two groups goes with the digit before it.
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
    acts.cue('key')
    const { value, selectionStart } = field
    const before = value.slice(0, selectionStart ?? value.length)
    put(value)
    // Whoever corrects something in the middle stays there.
    if (before.length < value.length) placeCaret(field, countKeyed(before))
  })
  const screen = promptScreen({
    name: `entry ${name}`,
    title,
    flow,
    acts,
    ...(lead && { lead }),
    body: [make('div', 'line', field, complaint), makeKeypad(keys, withLetters)],
    foot: canGoBack ? [makeButton('key quiet-key', () => acts.answer('back'), 'Back')] : [],
    start: field,
    // What was keyed in is nowhere else on the page, and goes with it.
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
