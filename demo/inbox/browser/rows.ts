import { make, makeButton, picture } from '../../reader/browser/dom.ts'
import type { Summary } from '../delivery.ts'
import { age, answerOf, titleOf, toneOf } from './format.ts'

export type Row = {
  element: HTMLLIElement
  button: HTMLButtonElement
  summary: Summary
  /** Draws what may have changed: the answer, and how long ago it was. */
  draw: (summary: Summary, now: number) => void
  /** Only how long ago it was. */
  tick: (now: number) => void
}

const facts = ({ resource, sequence, attempt }: Summary): (string | false)[] => [
  resource ?? 'no resource',
  sequence !== null && `#${sequence}`,
  attempt !== null && `attempt ${attempt}`,
]

/** A delivery in the list. */
export const makeRow = (first: Summary, now: number, choose: (number: number) => void): Row => {
  const isVerified = first.complaint === null
  const [mark, answer, ago] = [make('span', 'mark-of'), make('span', 'answer'), make('span', 'ago')]
  mark.dataset['verified'] = String(isVerified)
  mark.append(
    picture(isVerified ? 'verified' : 'forged'),
    make('span', 'unseen', isVerified ? 'Verified' : 'Not verified'),
  )
  const button = makeButton(
    'entry',
    () => choose(first.number),
    mark,
    make('span', 'type', titleOf(first)),
    answer,
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
      answer.textContent = answerOf(summary)
      answer.dataset['tone'] = toneOf(summary)
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
