import { eventKinds } from '#contract/events/events'
import { labelled, make, makeButton, picture } from '../../reader/browser/dom.ts'
import type { Delivery, Summary } from '../delivery.ts'
import { prettyJson } from './prettyJson.ts'
import { answerOf, clockTime, time, titleOf, toneOf } from './format.ts'

const fact = (name: string, value: string | Node | null | false): Node[] =>
  value === null || value === false || value === ''
    ? []
    : [make('div', '', make('dt', '', name), make('dd', '', value))]

const verdict = ({ complaint }: Summary): HTMLElement => {
  const isVerified = complaint === null
  const words = isVerified ? 'Signed by the gateway' : `Not verified: ${complaint}`
  const element = make('p', 'verdict', picture(isVerified ? 'verified' : 'forged'), make('span', '', words))
  element.dataset['verified'] = String(isVerified)
  return element
}

const answered = (summary: Summary): string =>
  summary.answered === null ? 'Not yet' : `${answerOf(summary)} after ${summary.answered.afterMs} ms`

const factsOf = (summary: Summary): HTMLElement =>
  make(
    'dl',
    'facts',
    ...fact('Kind', summary.kind !== null && (eventKinds[summary.kind] ?? String(summary.kind))),
    ...fact('Resource', summary.resource),
    ...fact('Sequence', summary.sequence !== null && String(summary.sequence)),
    ...fact('Happened', summary.timestamp !== null && time(summary.timestamp)),
    ...fact('Received', time(summary.received)),
    ...fact('Answered', answered(summary)),
    ...fact('Event', summary.id),
    ...fact('Request', summary.requestId),
  )

/** What can be pressed beside a delivery. */
export type Presses = {
  choose: (number: number) => void
  /** The event is delivered once more. */
  replay: (event: string) => void
}

/** All that arrived of the same event, the first at first. */
const triesOf = (summary: Summary, attempts: readonly Summary[], choose: Presses['choose']): HTMLElement => {
  const entries = attempts.map((attempt) => {
    const answer = make('span', 'answer', answerOf(attempt))
    answer.dataset['tone'] = toneOf(attempt)
    const button = makeButton(
      'try',
      () => choose(attempt.number),
      make('span', '', `Attempt ${attempt.attempt}`),
      answer,
      make('span', 'ago', clockTime(attempt.received)),
    )
    if (attempt.number === summary.number) button.setAttribute('aria-current', 'true')
    return make('li', '', button)
  })
  return make('ol', 'tries', ...entries)
}

/** What is to be done with an event of the gateway's. A test is none, and has no kind. */
const historyOf = (summary: Summary, attempts: readonly Summary[], { choose, replay }: Presses): Node[] => {
  if (summary.complaint !== null || summary.kind === null) return []
  const again = makeButton('quiet', () => replay(summary.id), 'Deliver again')
  return [make('div', 'history', triesOf(summary, attempts, choose), again)]
}

const headersOf = ({ headers }: Delivery): HTMLElement =>
  make('dl', 'headers', ...headers.flatMap(([name, value]) => fact(name, value)))

const payloadOf = ({ body }: Delivery): HTMLElement => {
  const code = make('code', '', ...prettyJson(body).map(({ sort, text }) => make('span', sort, text)))
  const payload = make('pre', '', body === '' ? 'Empty' : code)
  // What scrolls can be reached by keyboard.
  payload.tabIndex = 0
  return labelled(payload, 'Payload')
}

/** A delivery with everything that came. */
export const drawDetails = (
  summary: Summary,
  { delivery, attempts, presses }: { delivery: Delivery; attempts: readonly Summary[]; presses: Presses },
): HTMLElement => {
  const article = make(
    'article',
    'shown',
    make('header', '', make('h2', '', titleOf(summary)), verdict(summary)),
    factsOf(summary),
    ...historyOf(summary, attempts, presses),
    make('h3', '', 'Headers'),
    headersOf(delivery),
    make('h3', '', 'Payload'),
    payloadOf(delivery),
  )
  return labelled(article, titleOf(summary))
}
