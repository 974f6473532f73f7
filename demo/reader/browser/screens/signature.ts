import { make, makeButton } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import { isEmpty, signatureImage } from '../signature/signatureImage.ts'
import { makeSignaturePad } from '../signature/signaturePad.ts'
import type { Actions } from '../views.ts'
import { promptScreen } from './prompt.ts'
import type { Screen } from './screen.ts'

/** Signature by hand, or by a typed name for shoppers who cannot draw. */
export const signatureScreen = (flow: Flow, actions: Actions): Screen => {
  let isGone = false
  const complaint = make('p', 'complaint')
  complaint.setAttribute('role', 'alert')
  const pad = makeSignaturePad(() => {
    const isSigned = !isEmpty(pad.signature)
    pad.canvas.setAttribute('aria-label', isSigned ? 'Your signature' : 'Not signed yet')
    sheet.classList.toggle('signed', isSigned)
    complaint.textContent = ''
  })
  const sheet = make('div', 'sheet', pad.canvas)
  pad.canvas.setAttribute('aria-label', 'Not signed yet')

  const name = make('input', 'field name')
  name.type = 'text'
  name.autocomplete = 'off'
  name.spellcheck = false
  name.maxLength = 40
  name.placeholder = 'Your name'
  name.setAttribute('aria-label', 'Your name')
  name.hidden = true
  name.addEventListener('input', () => pad.write(name.value))

  const clear = (): void => {
    name.value = ''
    pad.clear()
  }
  const done = async (): Promise<void> => {
    if (isEmpty(pad.signature)) {
      complaint.textContent = name.hidden ? 'Please sign first.' : 'Please type your name.'
      return
    }
    actions.cue('key')
    const image = await signatureImage(pad.signature)
    if (!isGone) actions.answer('sign', image)
  }
  name.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') void done()
  })

  const other = makeButton(
    'key quiet-key',
    () => {
      name.hidden = !name.hidden
      sheet.classList.toggle('typed', !name.hidden)
      other.textContent = name.hidden ? 'Type your name' : 'Sign by hand'
      clear()
      if (!name.hidden) name.focus()
    },
    'Type your name',
  )
  return promptScreen({
    name: 'sign',
    title: 'Please sign',
    flow,
    actions,
    body: [
      name,
      sheet,
      complaint,
      make(
        'div',
        'pair',
        makeButton('key quiet-key', clear, 'Clear'),
        makeButton('key go', () => void done(), 'Done'),
      ),
    ],
    foot: [other],
    leave: () => {
      isGone = true
      pad.leave()
    },
  })
}
