import { eventKinds } from '#contract/events/events'
import { withLabel, make, makeButton, picture } from '../../reader/browser/dom.ts'
import type { Delivery, Summary } from '../delivery.ts'
import { prettyJson } from './prettyJson.ts'
import { statusText, clockTime, time, deliveryTitle, statusTone } from './format.ts'

const fact = (name: string, value: string | Node | null | false): Node[] =>
  value === null || value === false || value === ''
    ? []
    : [make('div', '', make('dt', '', name), make('dd', '', value))]

const verification = ({ complaint }: Summary): HTMLElement => {
  const isVerified = complaint === null
  const words = isVerified ? 'Signature verified' : `Not verified: ${complaint}`
  const element = make('p', 'verdict', picture(isVerified ? 'verified' : 'forged'), make('span', '', words))
  element.dataset['verified'] = String(isVerified)
  return element
}

const responseText = (summary: Summary): string =>
  summary.answered === null ? 'Pending' : `${statusText(summary)} after ${summary.answered.afterMs} ms`

const factList = (summary: Summary): HTMLElement =>
  make(
    'dl',
    'facts',
    ...fact('Kind', summary.kind !== null && (eventKinds[summary.kind] ?? String(summary.kind))),
    ...fact('Resource', summary.resource),
    ...fact('Sequence', summary.sequence !== null && String(summary.sequence)),
    ...fact('Time', summary.timestamp !== null && time(summary.timestamp)),
    ...fact('Received', time(summary.received)),
    ...fact('Response', responseText(summary)),
    ...fact('Event', summary.id),
    ...fact('Request', summary.requestId),
  )

/** Actions of the delivery details. */
export type Actions = {
  choose: (number: number) => void
  /** Requests another delivery of the event. */
  replay: (event: string) => void
}

/** All deliveries of the same event, oldest first. */
const attemptList = (summary: Summary, attempts: readonly Summary[], choose: Actions['choose']): HTMLElement => {
  const entries = attempts.map((attempt) => {
    const status = make('span', 'answer', statusText(attempt))
    status.dataset['tone'] = statusTone(attempt)
    const button = makeButton(
      'attempt',
      () => choose(attempt.number),
      make('span', '', `Attempt ${attempt.attempt}`),
      status,
      make('span', 'ago', clockTime(attempt.received)),
    )
    if (attempt.number === summary.number) button.setAttribute('aria-current', 'true')
    return make('li', '', button)
  })
  return make('ol', 'attempts', ...entries)
}

/** The attempts of a verified event. Test events have no kind and cannot be replayed. */
const attemptHistory = (summary: Summary, attempts: readonly Summary[], { choose, replay }: Actions): Node[] => {
  if (summary.complaint !== null || summary.kind === null) return []
  const replayButton = makeButton('quiet', () => replay(summary.id), 'Deliver again')
  return [make('div', 'history', attemptList(summary, attempts, choose), replayButton)]
}

const headerList = ({ headers }: Delivery): HTMLElement =>
  make('dl', 'headers', ...headers.flatMap(([name, value]) => fact(name, value)))

const payloadBlock = ({ body }: Delivery): HTMLElement => {
  const code = make('code', '', ...prettyJson(body).map(({ type, text }) => make('span', type, text)))
  const payload = make('pre', '', body === '' ? 'Empty' : code)
  // Focusable, so that it scrolls by keyboard.
  payload.tabIndex = 0
  return withLabel(payload, 'Payload')
}

/** The full details of a delivery. */
export const renderDetails = (
  summary: Summary,
  { delivery, attempts, actions }: { delivery: Delivery; attempts: readonly Summary[]; actions: Actions },
): HTMLElement => {
  const article = make(
    'article',
    'shown',
    make('header', '', make('h2', '', deliveryTitle(summary)), verification(summary)),
    factList(summary),
    ...attemptHistory(summary, attempts, actions),
    make('h3', '', 'Headers'),
    headerList(delivery),
    make('h3', '', 'Payload'),
    payloadBlock(delivery),
  )
  return withLabel(article, deliveryTitle(summary))
}
