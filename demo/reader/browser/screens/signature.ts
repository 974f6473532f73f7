import { make, makeButton } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import { isEmpty, signatureImage } from '../signature/signatureImage.ts'
import { makeSignaturePad } from '../signature/signaturePad.ts'
import type { Acts } from '../views.ts'
import { promptScreen } from './prompt.ts'
import type { Screen } from './screen.ts'

/** Signed by hand, or with a name that is typed: not everybody can draw. */
export const signatureScreen = (flow: Flow, acts: Acts): Screen => {
  let isGone = false
  const complaint = make('p', 'complaint')
  complaint.setAttribute('role', 'alert')
  const pad = makeSignaturePad(() => {
    const isSigned = !isEmpty(pad.signature)
    pad.canvas.setAttribute('aria-label', isSigned ? 'Your signature' : 'Nothing is signed yet')
    sheet.classList.toggle('signed', isSigned)
    complaint.textContent = ''
  })
  const sheet = make('div', 'sheet', pad.canvas)
  pad.canvas.setAttribute('aria-label', 'Nothing is signed yet')

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
    acts.cue('key')
    const image = await signatureImage(pad.signature)
    if (!isGone) acts.answer('sign', image)
  }
  name.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') void done()
  })

  const other = makeButton(
    'key quiet-key',
    () => {
      name.hidden = !name.hidden
      sheet.classList.toggle('typed', !name.hidden)
      other.textContent = name.hidden ? 'Sign with your name' : 'Sign by hand'
      clear()
      if (!name.hidden) name.focus()
    },
    'Sign with your name',
  )
  return promptScreen({
    name: 'sign',
    title: 'Please sign',
    flow,
    acts,
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
