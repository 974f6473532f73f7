import { make, makeButton, picture } from '../../reader/browser/dom.ts'
import type { Summary } from '../delivery.ts'
import { age, statusText, deliveryTitle, statusTone } from './format.ts'

export type Row = {
  element: HTMLLIElement
  button: HTMLButtonElement
  summary: Summary
  /** Updates the response and the age. */
  draw: (summary: Summary, now: number) => void
  /** Updates the age. */
  tick: (now: number) => void
}

const facts = ({ resource, sequence, attempt }: Summary): (string | false)[] => [
  resource ?? 'no resource',
  sequence !== null && `#${sequence}`,
  attempt !== null && `attempt ${attempt}`,
]

/** A row of the delivery list. */
export const makeRow = (first: Summary, now: number, choose: (number: number) => void): Row => {
  const isVerified = first.complaint === null
  const [mark, status, ago] = [make('span', 'mark-of'), make('span', 'answer'), make('span', 'ago')]
  mark.dataset['verified'] = String(isVerified)
  mark.append(
    picture(isVerified ? 'verified' : 'forged'),
    make('span', 'unseen', isVerified ? 'Verified' : 'Not verified'),
  )
  const button = makeButton(
    'entry',
    () => choose(first.number),
    mark,
    make('span', 'type', deliveryTitle(first)),
    status,
    make('span', 'facts', ...facts(first).flatMap((fact) => (fact === false ? [] : [make('span', '', fact)]))),
    ago,
  )
  const element = make('li', '', button)
  element.dataset['number'] = String(first.number)
  const row: Row = {
    element,
    button,
    summary: first,
    draw: (summary, now) => {
      row.summary = summary
      status.textContent = statusText(summary)
      status.dataset['tone'] = statusTone(summary)
      row.tick(now)
    },
    tick: (now) => {
      const text = age(first.received, now)
      if (ago.textContent !== text) ago.textContent = text
    },
  }
  row.draw(first, now)
  return row
}
