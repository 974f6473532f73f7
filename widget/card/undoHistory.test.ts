import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UndoHistory, type TextState } from './undoHistory.ts'

const at = (value: string, start = value.length, end = start): TextState => ({ value, start, end })

/** Records the typing of a text, key by key. Returns the last state. */
const type = (history: UndoHistory, from: TextState, keys: string, inputType = 'insertText'): TextState =>
  [...keys].reduce((before, key) => {
    const after = at(before.value + key)
    history.record(before, after, inputType)
    return after
  }, from)

describe('undo step', () => {
  it('consecutive keys of one input type are one undo step', () => {
    const history = new UndoHistory()
    type(history, at(''), '4242')
    expect(history.go(-1)).toEqual(at(''))
    expect(history.go(-1)).toBeUndefined()
    expect(history.go(1)).toEqual(at('4242'))
    expect(history.go(1)).toBeUndefined()
  })

  it('undo of typing over a selection restores the selection', () => {
    const history = new UndoHistory()
    const selected = at('4242', 1, 3)
    history.record(selected, at('492', 2), 'insertText')
    history.record(at('492', 2), at('4992', 3), 'insertText')
    expect(history.go(-1)).toEqual(selected)
  })

  it.each([
    ['the caret was moved', at('42', 1), at('492', 2), 'insertText'],
    ['text before the caret was selected', at('42', 1, 2), at('49', 2), 'insertText'],
    ['text after the caret was selected', at('429', 2, 3), at('421', 3), 'insertText'],
    ['the input type changed', at('42'), at('4'), 'deleteContentBackward'],
  ])('typing starts a new undo step if %s', (_, from, to, inputType) => {
    const history = new UndoHistory()
    type(history, at(''), '42')
    history.record(from, to, inputType)
    expect(history.go(-1)).toEqual(from)
    expect(history.go(-1)).toEqual(at(''))
  })

  it.each(['insertFromPaste', 'deleteByCut', 'deleteWordBackward', 'insertFromDrop', ''])(
    'each edit of input type %j is an undo step of its own',
    (inputType) => {
      const history = new UndoHistory()
      type(history, at(''), '42', inputType)
      expect(history.go(-1)).toEqual(at('4'))
      expect(history.go(-1)).toEqual(at(''))
    },
  )

  it('typing after undo and redo starts a new undo step', () => {
    const history = new UndoHistory()
    type(history, at(''), '42')
    history.go(-1)
    type(history, history.go(1)!, '4')
    expect(history.go(-1)).toEqual(at('42'))
  })
})

it('undo and redo visit all states after random edits', () => {
  const step = fc.oneof(
    fc.record({ edit: fc.string({ maxLength: 3 }), start: fc.nat(3) }),
    fc.constantFrom('undo' as const, 'redo' as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const history = new UndoHistory()
      // Model: all states, and the index of the current one.
      let states = [at('')]
      let current = 0
      for (const step of steps) {
        if (step === 'undo') {
          expect(history.go(-1)).toEqual(states[current - 1])
          current = Math.max(current - 1, 0)
        } else if (step === 'redo') {
          expect(history.go(1)).toEqual(states[current + 1])
          current = Math.min(current + 1, states.length - 1)
        } else {
          const to = at(step.edit, step.start)
          history.record(states[current]!, to, 'insertFromPaste')
          states = [...states.slice(0, current + 1), to]
          current++
        }
      }
    }),
  )
})
