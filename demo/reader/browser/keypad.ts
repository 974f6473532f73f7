import { withLabel, make, makeButton, picture } from './dom.ts'

export interface Keys {
  type: (character: string) => void
  erase: () => void
  done: () => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/** On-screen keypad. Its keys never take the focus from the field. */
export const makeKeypad = (keys: Keys, withLetters: boolean): HTMLElement => {
  const key = (character: string): HTMLElement => makeButton('key press', () => keys.type(character), character)
  const erase = () => withLabel(makeButton('key press act', keys.erase, picture('erase')), 'Delete')
  const done = () => withLabel(makeButton('key press go', keys.done, picture('onward')), 'Next')
  const space = () =>
    withLabel(
      makeButton('key press act', () => keys.type(' '), picture('space')),
      'Space',
    )

  const pad = make('div', 'keypad')
  const toLetters = () => makeButton('key press act', () => showLetters(), 'ABC')
  const showDigits = (): void => {
    pad.className = withLetters ? 'keypad wide' : 'keypad'
    const [first, second, third] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].map((row) => row.map(key))
    const rows = withLetters
      ? [...first!, erase(), ...second!, toLetters(), ...third!, done(), key('0')]
      : [...first!, ...second!, ...third!, erase(), key('0'), done()]
    pad.replaceChildren(...rows)
  }
  const showLetters = (): void => {
    pad.className = 'keypad letters'
    pad.replaceChildren(...letters.map(key), space(), makeButton('key press act', showDigits, '123'), erase(), done())
  }
  showDigits()
  pad.addEventListener('pointerdown', (event) => event.preventDefault())
  return withLabel(Object.assign(pad, { role: 'group' }), 'Keypad')
}
