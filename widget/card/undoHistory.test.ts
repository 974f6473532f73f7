import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UndoHistory, type TextState } from './undoHistory.ts'

const at = (value: string, start = value.length, end = start): TextState => ({ value, start, end })

/** Types a text key by key; the moment before each key is the one after the last. */
const type = (history: UndoHistory, from: TextState, keys: string, inputType = 'insertText'): TextState =>
  [...keys].reduce((before, key) => {
    const after = at(before.value + key)
    history.record(before, after, inputType)
    return after
  }, from)

describe('one step is', () => {
  it('a run of keys of one kind', () => {
    const history = new UndoHistory()
    type(history, at(''), '4242')
    expect(history.go(-1)).toEqual(at(''))
    expect(history.go(-1)).toBeUndefined()
    expect(history.go(1)).toEqual(at('4242'))
    expect(history.go(1)).toBeUndefined()
  })

  it('a run that begins over a selection, which comes back selected', () => {
    const history = new UndoHistory()
    const selected = at('4242', 1, 3)
    history.record(selected, at('492', 2), 'insertText')
    history.record(at('492', 2), at('4992', 3), 'insertText')
    expect(history.go(-1)).toEqual(selected)
  })

  it.each([
    ['the caret was moved', at('42', 1), at('492', 2), 'insertText'],
    ['something before the caret was selected', at('42', 1, 2), at('49', 2), 'insertText'],
    ['something behind the caret was selected', at('429', 2, 3), at('421', 3), 'insertText'],
    ['the keys are of another kind', at('42'), at('4'), 'deleteContentBackward'],
  ])('not continued where %s', (_, from, to, inputType) => {
    const history = new UndoHistory()
    type(history, at(''), '42')
    history.record(from, to, inputType)
    expect(history.go(-1)).toEqual(from)
    expect(history.go(-1)).toEqual(at(''))
  })

  it.each(['insertFromPaste', 'deleteByCut', 'deleteWordBackward', 'insertFromDrop', ''])('each %s', (inputType) => {
    const history = new UndoHistory()
    type(history, at(''), '42', inputType)
    expect(history.go(-1)).toEqual(at('4'))
    expect(history.go(-1)).toEqual(at(''))
  })

  it('not continued after it was undone and redone', () => {
    const history = new UndoHistory()
    type(history, at(''), '42')
    history.go(-1)
    type(history, history.go(1)!, '4')
    expect(history.go(-1)).toEqual(at('42'))
  })
})

it('leads back and forth through every state, in any order of edits, undo and redo', () => {
  const step = fc.oneof(
    fc.record({ edit: fc.string({ maxLength: 3 }), start: fc.nat(3) }),
    fc.constantFrom('undo' as const, 'redo' as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const history = new UndoHistory()
      // The states that there were, and the one of now: what a history is to the one who uses it.
      let states = [at('')]
      let now = 0
      for (const step of steps) {
        if (step === 'undo') {
          expect(history.go(-1)).toEqual(states[now - 1])
          now = Math.max(now - 1, 0)
        } else if (step === 'redo') {
          expect(history.go(1)).toEqual(states[now + 1])
          now = Math.min(now + 1, states.length - 1)
        } else {
          const to = at(step.edit, step.start)
          history.record(states[now]!, to, 'insertFromPaste')
          states = [...states.slice(0, now + 1), to]
          now++
        }
      }
    }),
  )
})
