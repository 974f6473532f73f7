import type { Delivery, Summary } from '../delivery.ts'
import type { Messages } from '../messages.ts'
import { read } from './api.ts'
import { openControls } from './controls.ts'
import { drawDetails } from './details.ts'
import { makeRow, type Row } from './rows.ts'
import { titleOf } from './format.ts'

const one = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!

const [empty, panes, list, none, reading] = [
  one('.empty'),
  one('.panes'),
  one('.list ul'),
  one('.none'),
  one('.reading'),
]
const kind = one<HTMLSelectElement>('.list select')
/** Where the list stands alone, what is chosen unfolds below its row. */
const narrow = matchMedia('(width < 900px)')

/** The newest first. */
let rows: Row[] = []
/** Without one the newest is shown, where there is room beside the list. */
let chosen: number | null = null
/** What was read of those that were looked at. It never changes. */
const whole = new Map<number, Promise<Delivery | undefined>>()

const announce = (text: string): void => {
  one('.news').textContent = text
}
const controls = openControls()

const isWanted = ({ summary }: Row): boolean => kind.value === '' || String(summary.kind) === kind.value

const choose = (number: number): void => {
  // Where it unfolds, it folds again.
  chosen = narrow.matches && chosen === number ? null : number
  void draw()
}

const presses = { choose, replay: (event: string) => void controls.press({ act: 'replay', event }) }

const readOnce = (number: number): Promise<Delivery | undefined> => {
  const known = whole.get(number) ?? read(number)
  whole.set(number, known)
  return known
}

const shownRow = (): Row | undefined => {
  const wanted = rows.filter(isWanted)
  return wanted.find(({ summary }) => summary.number === chosen) ?? (narrow.matches ? undefined : wanted[0])
}

/** All that arrived of its event, the first at first. */
const attemptsOf = ({ id }: Summary): Summary[] =>
  rows
    .map(({ summary }) => summary)
    .filter((summary) => summary.attempt !== null && summary.id === id)
    .toReversed()

const drawShown = async (): Promise<void> => {
  const row = shownRow()
  for (const { button } of rows) button.setAttribute('aria-expanded', String(button === row?.button))
  if (!row) return reading.remove()
  const delivery = await readOnce(row.summary.number)
  // Another is shown by now.
  if (row !== shownRow()) return
  const place = narrow.matches ? row.element : panes
  if (reading.parentElement !== place) place.append(reading)
  if (!delivery) return reading.replaceChildren('The shop has forgotten this one.')
  const attempts = attemptsOf(row.summary)
  // What is being read is not drawn again because something else has arrived.
  const drawn = JSON.stringify([row.summary, attempts])
  if (reading.dataset['drawn'] === drawn) return
  reading.dataset['drawn'] = drawn
  reading.replaceChildren(drawDetails(row.summary, { delivery, attempts, presses }))
}

const draw = async (): Promise<void> => {
  empty.hidden = rows.length > 0
  panes.hidden = rows.length === 0
  kind.hidden = rows.length === 0
  for (const row of rows) row.element.hidden = !isWanted(row)
  none.hidden = rows.some(isWanted)
  await drawShown()
}

const rowOf = (summary: Summary): Row => makeRow(summary, Date.now(), choose)

const put = (summary: Summary): void => {
  const row = rows.find((row) => row.summary.number === summary.number)
  if (row) row.draw(summary, Date.now())
  else {
    const fresh = rowOf(summary)
    rows = [fresh, ...rows]
    list.prepend(fresh.element)
    announce(`${titleOf(summary)} arrived, ${summary.complaint === null ? 'verified' : 'not verified'}`)
  }
  void draw()
}

const replace = (summaries: readonly Summary[]): void => {
  rows = summaries.map(rowOf)
  list.replaceChildren(...rows.map(({ element }) => element))
  whole.clear()
  void draw()
}

/* What the shop tells */

const heard: { [Name in keyof Messages]: (data: Messages[Name]) => void } = {
  told: controls.told,
  registration: controls.registration,
  deliveries: replace,
  delivery: put,
}

const stream = new EventSource('/inbox/stream')
for (const [name, hear] of Object.entries(heard) as [string, (data: unknown) => void][])
  stream.addEventListener(name, (event) => hear(JSON.parse((event as MessageEvent<string>).data)))
stream.addEventListener('open', () => controls.connected(true))
stream.addEventListener('error', () => controls.connected(false))

kind.addEventListener('change', () => void draw())
narrow.addEventListener('change', () => void draw())
setInterval(() => {
  for (const row of rows) row.tick(Date.now())
}, 1000)
